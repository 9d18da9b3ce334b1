import type { Handler } from "hono";
import type { CallerServices, ObservationServices, SiteServices } from "../services.ts";
import { renderFailure } from "./failures.ts";
import { allowMethods } from "./middleware.ts";
import { type App, type AppEnv, named } from "./request-context.ts";

const json = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };

/** The content type that Prometheus expects. */
const exposition = {
  "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
  "Cache-Control": "no-store",
};

/** The paths that monitoring asks. They are served first, however busy the server is. */
export const probePaths: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Serves liveness, readiness and metrics. */
export function serveHealth(
  app: App,
  { metrics, checkReadiness, corsOrigins }: ObservationServices & SiteServices & CallerServices,
): void {
  serve("/healthz", "health", (c) => c.json({ status: "alive" }, 200, json));
  serve("/readyz", "readiness", async (c) => {
    const { isReady, ...found } = await checkReadiness();
    if (isReady) return c.json({ status: "ready", ...found }, 200, json);
    const { status, headers } = renderFailure({ code: "not-ready" });
    return c.json({ status: "not ready", ...found }, status, headers);
  });
  serve("/metrics", "metrics", async (c) => c.body(await metrics.render(), 200, exposition));

  function serve(path: string, name: string, handler: Handler<AppEnv>): void {
    app.get(path, named(name), handler);
    allowMethods(app, path, ["GET"], corsOrigins);
  }
}
