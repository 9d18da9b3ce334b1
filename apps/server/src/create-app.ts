import { OpenAPIHono } from "@hono/zod-openapi";
import { answerFailure } from "./answer-failure.ts";
import { answerOperation } from "./answer-operation.ts";
import { answerOtherMethods } from "./answer-other-methods.ts";
import { makeResponder } from "./make-responder.ts";
import type { Operation } from "./operation.ts";
import * as operations from "./operations/index.ts";
import { splitUrl } from "./read-request.ts";
import { serveDocuments } from "./serve-documents.ts";
import { serveHealth } from "./serve-health.ts";
import type { ServerServices } from "./server-services.ts";

/** Builds the application; it knows no runtime, and nothing but what it is handed. */
export function createApp(services: ServerServices): OpenAPIHono {
  // A path is compared as it was sent, or `/%6detrics` would pass whatever keeps strangers from `/metrics`.
  const app = new OpenAPIHono({ getPath: ({ url }) => splitUrl(url).pathname });
  const respond = makeResponder(services);
  for (const [path, offered] of byPath(Object.values(operations))) {
    const methods = offered.map(({ route }) => route.method.toUpperCase());
    const answers = new Map(offered.map((each, index) => [methods[index], nameAndAnswer(each, services)]));
    for (const { route } of offered) app.openAPIRegistry.registerPath(route);
    app.all(path, ({ req: { raw }, env }) => {
      const found = answers.get(raw.method === "HEAD" ? "GET" : raw.method);
      if (found !== undefined) {
        return respond(raw, found.name, (request, exchange) => found.answer(request, exchange, env), env);
      }
      return respond(raw, "other", () => answerOtherMethods(raw, methods, services.corsOrigins), env);
    });
  }
  serveHealth(app, services, respond);
  serveDocuments(app, services, respond);
  app.notFound(({ req: { raw }, env }) =>
    respond(raw, "other", () => answerFailure({ code: "no-such-path" }), env),
  );
  return app;
}

function nameAndAnswer(operation: Operation, services: ServerServices) {
  return { name: operation.route.operationId ?? "", answer: answerOperation(operation, services) };
}

function byPath(all: readonly Operation[]): Map<string, Operation[]> {
  const placed = all.flatMap((operation) =>
    [operation.route.getRoutingPath(), ...operation.ways.alsoAt].map((path) => ({ path, operation })),
  );
  const grouped = Map.groupBy(placed, ({ path }) => path);
  return new Map([...grouped].map(([path, each]) => [path, each.map(({ operation }) => operation)]));
}
