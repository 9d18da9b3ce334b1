import { Hono, type MiddlewareHandler } from "hono";
import { answerThrown } from "./errors.ts";
import { type Failure, fail } from "./failures.ts";
import { securityHeaders, shareWith } from "./headers.ts";
import { type AppEnv, type ContextServices, requestContext } from "./request-context.ts";
import { splitUrl } from "./validation.ts";

/** Returns the path as sent. Decoding it would let `/%6detrics` pass a proxy that blocks `/metrics`. */
export function getPath({ url }: Request): string {
  return splitUrl(url).pathname;
}

/** Adds the middleware of every answer and the error handlers. */
export function withMiddleware<Given extends Hono<AppEnv>>(app: Given, services: ContextServices): Given {
  app.use(requestContext(services), securityHeaders, shareWith(services.corsOrigins), throwErrors);
  app.onError(answerThrown(services));
  app.notFound((c) => fail(c, { code: "no-such-path" }));
  return app;
}

/** Hono passes only Error instances to `onError`, so other thrown values are wrapped. */
const throwErrors: MiddlewareHandler = async (_c, next) => {
  try {
    await next();
  } catch (thrown) {
    throw thrown instanceof Error
      ? thrown
      : new Error("A value that is not an Error was thrown.", { cause: thrown });
  }
};

/** An application without operations, which needs no schemas. */
export function openApp(services: ContextServices): Hono<AppEnv> {
  return withMiddleware(new Hono<AppEnv>({ getPath }), services);
}

/** Answers every request with one failure: for a request that could not be parsed, or for invalid settings. */
export function openFailingApp(
  services: ContextServices,
): (failure: Failure, request?: Request) => Response | Promise<Response> {
  const app = openApp(services);
  app.all("*", (c) => {
    const { env: bindings } = c;
    return fail(c, (bindings as { readonly failure: Failure }).failure);
  });
  // Without a parsed request, the method `UNREAD` is logged as `_OTHER`. Workers always have a request, and their
  // runtime does not construct one with this method.
  return (failure, request = new Request("http://localhost/", { method: "UNREAD" })) =>
    app.fetch(request, { failure });
}
