import type { Hono, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { secureHeaders } from "hono/secure-headers";
import { fail } from "./failures.ts";
import type { AppEnv } from "./request-context.ts";

/** The strictest defaults; a page overrides the content security policy with its own headers. */
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

/** Headers that a cross-origin browser request may send. */
const allowHeaders = [
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "If-None-Match",
  "Last-Event-ID",
  "X-Request-Id",
  "traceparent",
];

/** Headers that a cross-origin script may read. */
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
export function shareWith(origins: ReadonlySet<string>, methods?: string[]): MiddlewareHandler<AppEnv> {
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
    c.header("Vary", "Origin", { append: true });
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
  app.all(path, (c) => fail(c, { code: "method-not-allowed", method: c.req.method, allowed }));
}
