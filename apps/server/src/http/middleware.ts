/** What every answer passes through, and the rules of HTTP that answers share: headers, CORS, methods, tags, errors. */

import { type Handler, Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { secureHeaders } from "hono/secure-headers";
import type { Failure } from "../failure.ts";
import { answerThrown } from "./errors.ts";
import { fail } from "./failures.ts";
import { type AppEnv, type ContextServices, named, requestContext } from "./request-context.ts";
import { splitUrl } from "./validation.ts";

/** Returns the path as sent. Decoding it would let `/%6detrics` pass a proxy that blocks `/metrics`. */
export function getPath({ url }: Request): string {
  return splitUrl(url).pathname;
}

/** Adds the middleware of every answer and the error handlers. */
export function withMiddleware<Given extends Hono<AppEnv>>(app: Given, services: ContextServices): Given {
  app.use(requestContext(services), securityHeaders, shareWith(services.corsOrigins), throwErrors);
  app.onError(answerThrown(services));
  app.notFound((c) => fail(c, { code: "no_such_path" }));
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

/** The strictest defaults; a page overrides the content security policy with its own headers. */
const securityHeaders: MiddlewareHandler = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  crossOriginResourcePolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  removePoweredBy: false,
  overwrite: false,
});

const allowHeaders = [
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "If-None-Match",
  "Last-Event-ID",
  "X-Request-Id",
  "traceparent",
];

const exposeHeaders = [
  "ETag",
  "OMS-Refusal",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "WWW-Authenticate",
  "X-Request-Id",
  "traceparent",
];

/** The origins of pages on this machine, on any port. */
export const localOrigins: readonly string[] = ["http://localhost:*", "http://127.0.0.1:*"];

/** Whether pages of an origin may call. An entry that ends in `:*` stands for each port. */
export function isListed(origins: ReadonlySet<string>, origin: string): boolean {
  return origins.has(origin) || origins.has(origin.replace(/(:\d+)?$/, ":*"));
}

/**
 * CORS for the listed origins: with `methods` it answers preflight requests, without them it adds headers to answers.
 * Other origins only get `Vary: Origin`.
 */
function shareWith(origins: ReadonlySet<string>, methods?: string[]): MiddlewareHandler<AppEnv> {
  if (origins.size === 0) return (_c, next) => next();
  const options = { origin: (origin: string) => origin, allowHeaders, exposeHeaders, maxAge: 600 };
  const share = cors({ ...options, allowMethods: methods ?? [] });
  return async (c, next) => {
    if ((c.req.method === "OPTIONS") !== (methods !== undefined)) return next();
    if (isListed(origins, c.req.header("origin") ?? "")) {
      const preflight = await share(c, next);
      // The allowed headers do not depend on the requested ones.
      if (preflight !== undefined) c.res.headers.set("Vary", "Origin");
      return preflight;
    }
    await next();
    // `c.header` would copy the answer, with its body, by now.
    c.res.headers.append("Vary", "Origin");
    return undefined;
  };
}

/**
 * Answers OPTIONS, and 405 for all other methods of a path, after the checks that they ask for. Call it after the handlers
 * of the path.
 */
export function allowMethods(
  app: Hono<AppEnv>,
  path: string,
  methods: readonly string[],
  corsOrigins: ReadonlySet<string>,
  checks: MiddlewareHandler<AppEnv>[] = [],
): void {
  const allowed = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
  app.options(
    path,
    (c, next) => {
      c.header("Allow", allowed.join(", "));
      return next();
    },
    shareWith(corsOrigins, allowed),
    (c) => c.body(null, 204),
  );
  app.use(path, ...checks);
  app.all(path, (c) => fail(c, { code: "method_not_allowed", method: c.req.method, allowed }));
}

/** Serves GET alone, under a fixed name for logs and metrics. */
export function serveGet(
  app: Hono<AppEnv>,
  path: string,
  name: string,
  corsOrigins: ReadonlySet<string>,
  handler: Handler<AppEnv>,
): void {
  app.get(path, named(name), handler);
  allowMethods(app, path, ["GET"], corsOrigins);
}

/** Evaluates If-None-Match. It compares weakly, so a weak tag and a strong tag are equal. */
export function matchesTag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (ifNoneMatch == null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const known: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return known.includes(etag.replace(/^W\//, ""));
}
