import type { Context, MiddlewareHandler } from "hono";
import type { ServerServices } from "../services.ts";
import { readBodyBytes } from "./body-bytes.ts";
import { Refusal } from "./errors.ts";
import { type Failure, fail } from "./failures.ts";
import { readJsonText } from "./json-body.ts";
import type { Allowance } from "./rate-limits.ts";
import { type App, type AppEnv, named, type Route } from "./request-context.ts";
import { judgeTarget } from "./validation.ts";

/** Overrides for one operation. */
type OperationOptions = {
  /** Another path that is answered the same, of which the document says nothing. */
  readonly path?: string;
  /** Whether what is wrong with a request is told as problem details. */
  readonly tellsProblems?: boolean;
  /** Why the operation can't be served by these services at all, before a body is read for it. */
  readonly judgeServices?: (request: Request) => Failure | undefined;
  /** Takes the body in place of what takes a few fields of JSON. */
  readonly takeBody?: MiddlewareHandler<AppEnv>;
};

/**
 * Puts the checks before an operation in the order that the document promises: token, rate, size and media type,
 * validity. What the route's schemas say is judged behind them, by the validators of `app.openapi`.
 */
export function guard(
  app: App,
  route: Route,
  services: ServerServices,
  { path, tellsProblems = false, judgeServices, takeBody = takeJson }: OperationOptions = {},
): void {
  const checks: MiddlewareHandler<AppEnv>[] = [
    ...admit(route, services),
    async (c, next) => {
      const failure = judgeServices?.(c.req.raw);
      return failure === undefined ? next() : fail(c, failure);
    },
    ...(route.request?.body === undefined ? [] : [takeBody]),
    judgeTarget(route, tellsProblems),
  ];
  app.on([route.method.toUpperCase()], [path ?? route.getRoutingPath()], ...checks);
}

/** Authenticates by token or identifies by address, then applies the rate limit. */
export function admit(route: Route, services: ServerServices): MiddlewareHandler<AppEnv>[] {
  const { operationId = "" } = route;
  const needsToken = (route.security?.length ?? 0) > 0;
  return [
    named(operationId),
    needsToken ? authenticate(services) : countByAddress(services),
    limitRate(
      needsToken ? "user" : "address",
      needsToken ? services.userLimiter : services.addressLimiters?.[operationId],
    ),
  ];
}

/** Brings store and book up to date where no timer does, and refuses where they are not to be had. */
export async function catchUp(services: ServerServices): Promise<void> {
  if ((await services.catchUp?.()) === false) throw new Refusal({ code: "not-ready" });
}

/** The answer is private to the token's user; caches must not store it. */
export const privateHeaders: Record<string, string> = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "private, no-store",
  Vary: "Authorization",
};

function authenticate({ verifier }: ServerServices): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const verdict = await verifier.verify(c.req.header("authorization"));
    if (verdict.kind !== "user") {
      c.set("reason", verdict.why);
      return fail(c, { code: "token-refused", reason: verdict.code });
    }
    c.set("userId", verdict.userId);
    c.set("sender", verdict.userId);
    return next();
  };
}

function countByAddress({ addressOf }: ServerServices): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    const { req, env: surroundings } = c;
    c.set("sender", addressOf?.(req.raw, surroundings) ?? "");
    return next();
  };
}

function limitRate(
  who: "user" | "address",
  limiter: ServerServices["userLimiter"],
): MiddlewareHandler<AppEnv> {
  if (limiter === undefined) return (_c, next) => next();
  return async (c, next) => {
    const { isAllowed, limit, remaining, windowS, resetS }: Allowance = await limiter.take(c.get("sender"));
    c.header("RateLimit", `"${who}";r=${remaining};t=${resetS}`);
    c.header("RateLimit-Policy", `"${who}";q=${limit};w=${windowS}`);
    return isAllowed ? next() : fail(c, { code: "too-many-requests", who, limit, waitS: resetS });
  };
}

/** More than enough for a few fields. */
const bodyBytesMax = 16_384;

/** Judges a body before Hono parses it, and leaves it as text. */
const takeJson: MiddlewareHandler<AppEnv> = async (c, next) => {
  const body = await readBodyBytes(c.req.raw, { sizeBytesMax: bodyBytesMax });
  if ("failure" in body) return fail(c, body.failure);
  const read = readJsonText(body.bytes);
  if ("failure" in read) return fail(c, read.failure);
  leaveText(c, read.text);
  return next();
};

/** Leaves a text in the place of the body for Hono to parse; its cache holds promises, whatever its types say. */
export function leaveText(c: Context<AppEnv>, text: string): void {
  c.req.bodyCache.text = Promise.resolve(text) as unknown as string;
  // RFC 9110 allows blanks before the semicolon of a media type; the validator does not.
  if (!/\s;/.test(c.req.header("content-type") ?? "")) return;
  const headers = new Headers(c.req.raw.headers);
  headers.set("content-type", "application/json");
  c.req.raw = new Request(c.req.raw.url, { method: c.req.method, headers });
}
