import type { Handler, Hono } from "hono";
import type { Readiness, ServerServices } from "../services.ts";
import { renderFailure } from "./failures.ts";
import { allowMethods } from "./middleware.ts";
import { type AppEnv, named } from "./request-context.ts";

const json = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };

/** The content type that Prometheus expects. */
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

/** Serves liveness, readiness and metrics. */
export function serveHealth(
  app: Hono<AppEnv>,
  {
    metrics,
    checkReadiness,
    corsOrigins,
  }: Pick<ServerServices, "metrics" | "checkReadiness" | "corsOrigins">,
): void {
  serve("/healthz", "health", (c) => c.json({ status: "alive" }, 200, json));
  serve("/readyz", "readiness", async (c) => {
    const { isReady, ...found } = await checkReadiness();
    // A gateway that keeps searches alive asks without the store, since they need none.
    const needsStore = c.req.query("store") !== "no";
    const isFit = isReady || (!needsStore && isReadyWithoutStore(found.checks));
    if (isFit) return c.json({ status: "ready", ...found }, 200, json);
    const { status, headers } = renderFailure({ code: "not_ready" });
    return c.json({ status: "not ready", ...found }, status, headers);
  });
  serve("/metrics", "metrics", async (c) => c.body(await metrics.render(), 200, exposition));

  function serve(path: string, name: string, handler: Handler<AppEnv>): void {
    app.get(path, named(name), handler);
    allowMethods(app, path, ["GET"], corsOrigins);
  }
}
