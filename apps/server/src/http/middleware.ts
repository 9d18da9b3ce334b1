import { Hono, type MiddlewareHandler } from "hono";
import { answerThrown } from "./errors.ts";
import { type Failure, fail } from "./failures.ts";
import { securityHeaders, shareWith } from "./headers.ts";
import { type AppEnv, type ContextServices, requestContext } from "./request-context.ts";
import { splitUrl } from "./validation.ts";

/** A path is compared as it was sent, or `/%6detrics` would pass whatever keeps strangers from `/metrics`. */
export function getPath({ url }: Request): string {
  return splitUrl(url).pathname;
}

/** Adds the middleware that every answer passes, and the answers to failures. */
export function withMiddleware<Given extends Hono<AppEnv>>(app: Given, services: ContextServices): Given {
  app.use(requestContext(services), securityHeaders, shareWith(services.corsOrigins), throwErrors);
  app.onError(answerThrown(services));
  app.notFound((c) => fail(c, { code: "no-such-path" }));
  return app;
}

/** Hono hands errors alone to `onError`, and lets through whatever else is thrown. */
const throwErrors: MiddlewareHandler = async (_c, next) => {
  try {
    await next();
  } catch (thrown) {
    throw thrown instanceof Error ? thrown : new Error("What was thrown is no error.", { cause: thrown });
  }
};

/** An application without operations, which needs no schemas. */
export function openApp(services: ContextServices): Hono<AppEnv> {
  return withMiddleware(new Hono<AppEnv>({ getPath }), services);
}

/** Answers one failure, whatever is asked for: of a request that could not be read, or where settings are faulty. */
export function openFailingApp(
  services: ContextServices,
): (failure: Failure, request?: Request) => Response | Promise<Response> {
  const app = openApp(services);
  app.all("*", (c) => {
    const { env: surroundings } = c;
    return fail(c, (surroundings as { readonly failure: Failure }).failure);
  });
  // Where there is no request to name, `UNREAD` is logged as `_OTHER`. Workers have a request always, and refuse such a method.
  return (failure, request = new Request("http://localhost/", { method: "UNREAD" })) =>
    app.fetch(request, { failure });
}
