import type { RouteHandler } from "@hono/zod-openapi";
import { includesRole, type Verdict } from "@trading-oms/access";
import type { TextLanguage, Refusal as UseCaseRefusal } from "@trading-oms/brokerage";
import type { Context, MiddlewareHandler } from "hono";
import type { Failure } from "../failure.ts";
import type { Allowance, CallerServices, LimitName } from "../services.ts";
import { readBodyBytes } from "./body-bytes.ts";
import { Refusal } from "./errors.ts";
import { fail } from "./failures.ts";
import { readJsonText } from "./json-body.ts";
import { type App, type AppEnv, named, type Route } from "./request-context.ts";
import { checkTarget, countElements } from "./validation.ts";

/** An operation as it is served: its handler, alone or with options. */
export type Operation<Served extends Route> =
  | RouteHandler<Served, AppEnv>
  | ({ readonly handler: RouteHandler<Served, AppEnv> } & OperationOptions);

type OperationOptions = {
  /** Additional paths that are served alike and are not in the document. */
  readonly alsoAt?: readonly string[];
  readonly usesProblemDetails?: boolean;
  /** Whether a token may be sent, although none has to be. Its sender is counted as a user, and not by address. */
  readonly mayHaveToken?: boolean;
  /** Checks whether the operation is available, before the body is read. */
  readonly checkServices?: (request: Request) => Failure | undefined;
  /** Replaces the default body reader, which takes a few fields of JSON. */
  readonly takeBody?: MiddlewareHandler<AppEnv>;
};

/**
 * Registers the checks of an operation in the order that the document promises: token, role, rate limit, body size
 * and media type, validity. The validators of `app.openapi` check the route's schemas after them.
 */
export function guard(
  app: App,
  { name, route, path }: { readonly name: string; readonly route: Route; readonly path: string },
  services: CallerServices,
  {
    usesProblemDetails = false,
    mayHaveToken = false,
    checkServices,
    takeBody = takeJson(route),
  }: Omit<OperationOptions, "alsoAt">,
): void {
  const checks: MiddlewareHandler<AppEnv>[] = [
    ...(mayHaveToken ? admitEither(name, route, services) : admit(name, route, services)),
    async (c, next) => {
      const failure = checkServices?.(c.req.raw);
      return failure === undefined ? next() : fail(c, failure);
    },
    ...(route.request?.body === undefined ? [] : [takeBody]),
    checkTarget(route, usesProblemDetails),
  ];
  app.on([route.method.toUpperCase()], [path], ...checks);
}

/** The roles that a route asks for; undefined if it asks for no token. The rules of documents allow one requirement. */
export function rolesAskedBy({ security = [] }: Route): readonly string[] | undefined {
  return security.length === 0
    ? undefined
    : security.flatMap((requirement) => Object.values(requirement).flat());
}

/** Authenticates by token or identifies by address, then applies the rate limit that the document names. */
export function admit(name: string, route: Route, services: CallerServices): MiddlewareHandler<AppEnv>[] {
  const { "x-limit": limit } = route as Route & { readonly "x-limit"?: LimitName };
  const roles = rolesAskedBy(route);
  const needsToken = roles !== undefined;
  return [
    named(name),
    needsToken ? authenticate(roles, services) : countByAddress(services),
    limitRate(needsToken ? "user" : "address", limit && services.limiters[limit]),
  ];
}

/** Admits a request with a token by its user, and any other as `admit` does. */
function admitEither(name: string, route: Route, services: CallerServices): MiddlewareHandler<AppEnv>[] {
  const byUser = [named(name), authenticate([], services), limitRate("user", services.limiters.user)];
  return admit(name, route, services).map((check, index) => (c, next) => {
    const isByUser = c.req.header("authorization") !== undefined;
    return ((isByUser ? byUser[index] : undefined) ?? check)(c, next);
  });
}

/** Answers are the same for all callers, and true for a moment only. */
export const publicHeaders: Record<string, string> = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
};

/** Answers are private to the user of the token; caches must not store them. */
export const privateHeaders: Record<string, string> = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "private, no-store",
  Vary: "Authorization",
};

/** Like `privateHeaders`, for answers in the language that was asked for. */
export const translatedHeaders: Record<string, string> = {
  ...privateHeaders,
  Vary: "Authorization, Accept-Language",
};

/**
 * Reads who sends a request from its token, and refuses one that does not verify. A refused token names no user and takes as
 * much work as a good one, so it counts against its address.
 */
export async function readSender(
  c: Context<AppEnv>,
  services: CallerServices,
): Promise<Extract<Verdict, { readonly kind: "user" }>> {
  const verdict = await services.verifier.verify(c.req.header("authorization"));
  if (verdict.kind !== "user") {
    c.set("reason", verdict.why);
    const isCounted = verdict.code !== "keys_unavailable";
    const limiter = isCounted ? services.limiters.address : undefined;
    const failure = await takeRate(c, "address", limiter, readAddress(c, services));
    const refusal = { code: "token_refused", reason: verdict.code } as const;
    // One that expired was good, and its owner has to learn that it needs another, however many others share the address.
    throw new Refusal(verdict.code === "token_expired" ? refusal : (failure ?? refusal));
  }
  c.set("userId", verdict.userId);
  c.set("role", verdict.role);
  return verdict;
}

/** Authenticates by token, and refuses one that lacks a role before anything else of the request is read. */
export function authenticate(roles: readonly string[], services: CallerServices): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const sender = await readSender(c, services);
    c.set("sender", sender.userId);
    return roles.every((role) => includesRole(sender.role, role)) ? next() : fail(c, { code: "forbidden" });
  };
}

function readAddress(c: Context<AppEnv>, { addressOf }: Pick<CallerServices, "addressOf">): string {
  const { req, env: bindings } = c;
  return addressOf?.(req.raw, bindings) ?? "";
}

function countByAddress(services: CallerServices): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    c.set("sender", readAddress(c, services));
    return next();
  };
}

type Limiter = CallerServices["limiters"][LimitName];

function limitRate(who: "user" | "address", limiter: Limiter): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const failure = await takeRate(c, who, limiter, c.get("sender"));
    return failure === undefined ? next() : fail(c, failure);
  };
}

/** Takes a request from a limit, and sets the headers that tell what is left. */
async function takeRate(
  c: Context<AppEnv>,
  who: "user" | "address",
  limiter: Limiter,
  sender: string,
): Promise<Failure | undefined> {
  if (limiter === undefined) return undefined;
  const { isAllowed, limit, remaining, windowS, resetS }: Allowance = await limiter.take(sender);
  c.header("RateLimit", `"${who}";r=${remaining};t=${resetS}`);
  c.header("RateLimit-Policy", `"${who}";q=${limit};w=${windowS}`);
  return isAllowed ? undefined : { code: "too_many_requests", who, limit, waitS: resetS };
}

const bodyBytesMax = 16_384;

/** Checks the body before Hono parses it, and passes it on as text. */
function takeJson(route: Route): MiddlewareHandler<AppEnv> {
  const elementsMax = countElements(route);
  return async (c, next) => {
    const body = await readBodyBytes(c.req.raw, { sizeBytesMax: bodyBytesMax });
    if ("failure" in body) return fail(c, body.failure);
    const read = readJsonText(body.bytes, elementsMax);
    if ("failure" in read) return fail(c, read.failure);
    setBodyText(c, read.text);
    return next();
  };
}

/** Passes text to Hono as the body. Hono's cache holds promises, although its type says otherwise. */
export function setBodyText(c: Context<AppEnv>, text: string): void {
  c.req.bodyCache.text = Promise.resolve(text) as unknown as string;
  // RFC 9110 allows whitespace before the semicolon of a media type; Hono's validator does not.
  if (!/\s;/.test(c.req.header("content-type") ?? "")) return;
  const headers = new Headers(c.req.raw.headers);
  headers.set("content-type", "application/json");
  c.req.raw = new Request(c.req.raw.url, { method: c.req.method, headers });
}

/** A language range with an optional weight (RFC 9110, 12.5.4). Only the primary subtag matters: `vi-VN` is `vi`. */
const rangePattern =
  /^[ \t]*(\*|[a-z]{1,8})(?:-[a-z0-9]{1,8})*(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?[ \t]*$/i;

/**
 * The language that an `Accept-Language` prefers, English if neither is asked for. Of equal weights the first named wins; malformed
 * ranges are ignored. `accepts` of Hono takes `vi-VN` for another language than `vi`, and a malformed weight for 1.
 */
export function languageOf(header = ""): TextLanguage {
  const weights = new Map<string, number>();
  for (const range of header.split(",")) {
    const [, tag, weight = "1"] = rangePattern.exec(range) ?? [];
    if (tag === undefined) continue;
    const key = tag.toLowerCase();
    weights.set(key, Math.max(Number(weight), weights.get(key) ?? 0));
  }
  const weightOf = (language: TextLanguage) => weights.get(language) ?? weights.get("*") ?? 0;
  const [english, vietnamese] = [weightOf("en"), weightOf("vi")];
  if (english !== vietnamese) return vietnamese > english ? "vi" : "en";
  const firstNamed = [...weights.keys()].find((tag) => tag === "en" || tag === "vi");
  return vietnamese > 0 && firstNamed === "vi" ? "vi" : "en";
}

export function renderStatus(code: string | undefined): {
  readonly status: "success" | "failed";
  readonly code?: string;
} {
  return code === undefined ? { status: "success" } : { status: "failed", code };
}

/**
 * Answers a refusal of a use case by the table of failures; `symbol` is the one that was asked for. What a rule refuses is an
 * answer and not a refusal.
 */
export function unlessRefused<Answer extends object>(
  answer: Answer | UseCaseRefusal,
  symbol = "",
): Exclude<Answer, UseCaseRefusal> {
  if (!("kind" in answer) || answer.kind !== "refused") return answer as Exclude<Answer, UseCaseRefusal>;
  const { code } = answer as UseCaseRefusal;
  switch (code) {
    case "idempotency_key_reused":
    case "too_busy":
      throw new Refusal({ code });
    case "no_such_account":
      throw new Refusal({ code: "account_not_found" });
    case "no_such_position":
      throw new Refusal({ code: "position_not_found" });
    case "no_such_instrument":
      throw new Refusal({ code: "symbol_not_listed", symbol });
    default:
      throw new Error(`A use case refused in a way that has no answer: ${code}`);
  }
}
