import type { Hono, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { secureHeaders } from "hono/secure-headers";
import { fail } from "./failures.ts";
import type { AppEnv } from "./request-context.ts";

/** Nothing that is served may be framed, guessed at or told about elsewhere; a page says itself what it may do. */
export const securityHeaders: MiddlewareHandler = secureHeaders({
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

/** What a browser may send along from another origin. */
const allowHeaders = [
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "If-None-Match",
  "X-Request-Id",
  "traceparent",
];

/** Headers that a script of another origin may read. */
const exposeHeaders = [
  "ETag",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "WWW-Authenticate",
  "X-Request-Id",
  "traceparent",
];

/**
 * Lets scripts of the listed origins read answers, or with methods, answers the question whether they may ask; to any other
 * origin nothing is said but that the origin matters.
 */
export function shareWith(origins: ReadonlySet<string>, methods?: string[]): MiddlewareHandler<AppEnv> {
  if (origins.size === 0) return (_c, next) => next();
  const options = { origin: [...origins], allowHeaders, exposeHeaders, maxAge: 600 };
  const share = cors({ ...options, allowMethods: methods ?? [] });
  return async (c, next) => {
    if ((c.req.method === "OPTIONS") !== (methods !== undefined)) return next();
    if (origins.has(c.req.header("origin") ?? "")) {
      const preflight = await share(c, next);
      // Which headers are allowed does not depend on those that are asked for.
      if (preflight !== undefined) c.res.headers.set("Vary", "Origin");
      return preflight;
    }
    await next();
    c.header("Vary", "Origin", { append: true });
    return undefined;
  };
}

/** Answers every other method of a path: the question of a browser, or a wrong method. To be called behind its handlers. */
export function allowMethods(
  app: Hono<AppEnv>,
  path: string,
  methods: readonly string[],
  corsOrigins: ReadonlySet<string>,
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
  app.all(path, (c) => fail(c, { code: "method-not-allowed", method: c.req.method, allowed }));
}
