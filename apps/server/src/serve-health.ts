import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Answer } from "./answer.ts";
import { answerFailure } from "./answer-failure.ts";
import { answerOtherMethods } from "./answer-other-methods.ts";
import type { Respond } from "./make-responder.ts";
import type { ServerServices } from "./server-services.ts";

const json = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" } as const;

/** What Prometheus asks for. */
const exposition = {
  "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
  "Cache-Control": "no-store",
} as const;

/** Serves what operators and their machines ask: alive, ready, and how much of what. */
export function serveHealth(app: OpenAPIHono, services: ServerServices, respond: Respond): void {
  serve("/healthz", "health", () => ({ status: 200, headers: json, body: '{"status":"alive"}' }));
  serve("/readyz", "readiness", async () => {
    const { isReady, ...found } = await services.judgeReadiness();
    const body = JSON.stringify({ status: isReady ? "ready" : "not ready", ...found });
    return isReady ? { status: 200, headers: json, body } : { ...answerFailure({ code: "not-ready" }), body };
  });
  serve("/metrics", "metrics", () => ({
    status: 200,
    headers: exposition,
    body: services.metrics.render(),
  }));

  function serve(path: string, name: string, answer: () => Answer | Promise<Answer>): void {
    app.all(path, ({ req: { raw }, env }) =>
      raw.method === "GET" || raw.method === "HEAD"
        ? respond(raw, name, answer, env)
        : respond(raw, "other", () => answerOtherMethods(raw, ["GET"], services.corsOrigins), env),
    );
  }
}
