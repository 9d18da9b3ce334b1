import type { Hono } from "hono";
import type { Readiness, ServerServices } from "../services.ts";
import { renderFailure } from "./failures.ts";
import { serveGet } from "./middleware.ts";
import type { AppEnv } from "./request-context.ts";

const json = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };

const exposition = {
  "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
  "Cache-Control": "no-store",
};

/** The paths that monitoring asks. They are served first, however busy the server is. */
export const probePaths: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Whether all is well but the store, and the watch, which needs it. */
function isReadyWithoutStore({ store: _store, watch: _watch, ...others }: Readiness["checks"]): boolean {
  return Object.values(others).every(Boolean);
}

export function serveHealth(
  app: Hono<AppEnv>,
  {
    metrics,
    checkReadiness,
    corsOrigins,
  }: Pick<ServerServices, "metrics" | "checkReadiness" | "corsOrigins">,
): void {
  serveGet(app, "/healthz", "health", corsOrigins, (c) => c.json({ status: "alive" }, 200, json));
  serveGet(app, "/readyz", "readiness", corsOrigins, async (c) => {
    const { isReady, ...found } = await checkReadiness();
    // A gateway that keeps searches alive asks without the store, since they need none.
    const needsStore = c.req.query("store") !== "no";
    const isFit = isReady || (!needsStore && isReadyWithoutStore(found.checks));
    if (isFit) return c.json({ status: "ready", ...found }, 200, json);
    const { status, headers } = renderFailure({ code: "not_ready" });
    return c.json({ status: "not ready", ...found }, status, headers);
  });
  serveGet(app, "/metrics", "metrics", corsOrigins, async (c) =>
    c.body(await metrics.render(), 200, exposition),
  );
}
