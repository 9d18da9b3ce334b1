import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { OpenAPIHono } from "@hono/zod-openapi";
import { routes } from "@trading-oms/contract";
import { routes as companionRoutes } from "@trading-oms/contract/companion";
import { routes as operatorRoutes } from "@trading-oms/contract/operator";
import { kebab } from "@trading-oms/spec";
import { cors } from "hono/cors";

/** The only token that the service accepts, as written in the examples. */
const token = "test-token";

/** A service that validates requests with the contract and answers with the document's examples. */
export type ExampleService = {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Every operation of the specified document, each of which an example has to call. */
  readonly operations: readonly string[];
  /** Returns the operations answered with 200 since the last call, and begins a new round, in which first calls fail again. */
  readonly takeServed: () => ReadonlySet<string>;
};

/**
 * Builds the service from the contract's routes. It fails the first call of each operation, so that only a client with
 * retries succeeds. For tests only; never shipped.
 */
export async function makeExampleService(examplesFolder: string): Promise<ExampleService> {
  const app = new OpenAPIHono({
    defaultHook: (result, context) => (result.success ? undefined : context.json({ error: "invalid" }, 400)),
  });
  app.use(
    cors({
      origin: "*",
      allowHeaders: ["Authorization", "Content-Type", "Idempotency-Key", "Last-Event-ID"],
      allowMethods: ["GET", "POST", "PATCH"],
      exposeHeaders: ["X-Request-Id", "Retry-After"],
    }),
  );
  const failedOnce = new Set<string>();
  let served = new Set<string>();
  const documents = { specified: routes, companion: companionRoutes, operator: operatorRoutes };
  const everyRoute = Object.entries(documents).flatMap(([document, own]) =>
    Object.entries(own).map(([operationId, route]) => ({ document, operationId, route })),
  );
  for (const { document, operationId, route } of everyRoute) {
    const file = operationId === "streamLive" ? "200.events.json" : "200.json";
    const example: object = JSON.parse(
      await readFile(join(examplesFolder, document, kebab(operationId), file), "utf8"),
    );
    app.use(route.getRoutingPath(), async (context, next) => {
      if (route.method !== context.req.method.toLowerCase()) return next();
      const needsToken = route.security.some((scheme: object) => "bearer" in scheme);
      if (needsToken && context.req.header("Authorization") !== `Bearer ${token}`) {
        return context.json({ error: { id: "token_invalid", message: "The token is not acceptable." } }, 401);
      }
      if (failedOnce.has(operationId)) return next();
      failedOnce.add(operationId);
      return context.json({ error: "unavailable" }, 503, { "Retry-After": "0" });
    });
    const answer = (): Response => {
      served.add(operationId);
      const headers = { "X-Request-Id": operationId };
      if (!Array.isArray(example)) return Response.json(example, { headers });
      const frames = example.map(
        ({ event, data, id = "" }) => `event: ${event}\ndata: ${JSON.stringify(data)}\nid: ${id}\n\n`,
      );
      return new Response(frames.join(""), { headers: { ...headers, "Content-Type": "text/event-stream" } });
    };
    app.openapi(route, answer as never);
  }
  const takeServed = (): ReadonlySet<string> => {
    const before = served;
    served = new Set();
    failedOnce.clear();
    return before;
  };
  return { operations: Object.keys(routes), fetch: (request) => app.fetch(request), takeServed };
}
