import type { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import type { TokenFault } from "@trading-oms/access";
import type { StoreErrorCode } from "@trading-oms/brokerage/ports";
import type { CardImages } from "@trading-oms/id-card";
import type { MiddlewareHandler } from "hono";
import type { ServerServices } from "../services.ts";
import { readTraceParent, renderTraceParent, type TraceContext } from "./log-and-trace.ts";

/** A route as the contract has it. */
export type Route = ReturnType<typeof createRoute>;

/** What the middleware of a request leaves to those after it. */
export type AppEnv = {
  /** What the runtime hands along with a request. */
  readonly Bindings: object;
  readonly Variables: {
    /** The operation's id, or what else was asked for by a name of ours; logs, metrics and traces know it by this. */
    operation: string;
    requestId: string;
    trace: TraceContext;
    /** The route whose schemas the request is judged by. */
    route: Route;
    /** Whether what is wrong with a request is answered as problem details. */
    tellsProblems: boolean;
    /** The user whom the token names; empty where none is asked for. */
    userId: string;
    /** Whom the request counts against: a user or a network. */
    sender: string;
    /** Why a token was refused or the store failed, for the log alone. */
    reason: TokenFault | StoreErrorCode | undefined;
    /** The images of a card, which were taken out of the body. */
    images: CardImages;
  };
};

export type App = OpenAPIHono<AppEnv>;

/** What every answer needs, also one to an unknown path. */
export type ContextServices = Pick<
  ServerServices,
  | "log"
  | "metrics"
  | "recordSpan"
  | "corsOrigins"
  | "now"
  | "monotonicMs"
  | "makeTraceId"
  | "makeSpanId"
  | "chooseTrace"
  | "noteStoreFailure"
>;

/** Gives a request its id and its place in a trace, and counts, logs and traces its answer. */
export function requestContext(services: ContextServices): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { requestId, trace, beganMs } = beginExchange(services, c.req.raw.headers);
    c.set("operation", "other");
    c.set("requestId", requestId);
    c.set("trace", trace);
    c.header("X-Request-Id", requestId);
    c.header("traceparent", renderTraceParent(trace));
    await next();
    const operation = c.get("operation");
    const { status } = c.res;
    const durationMs = services.monotonicMs() - beganMs;
    const method = nameMethod(c.req.method);
    services.metrics.count(operation, status, durationMs);
    services.log({
      level: "info",
      event: "request",
      requestId,
      traceId: trace.traceId,
      operation,
      method,
      status,
      reason: c.get("reason"),
      durationMs,
    });
    if (!trace.isSampled || services.recordSpan === undefined) return;
    const beganAtMs = services.now() - durationMs;
    services.recordSpan({ trace, operation, method, status, beganAtMs, durationMs });
  };
}

/** Names what is asked for. */
export function named(operation: string): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    c.set("operation", operation);
    return next();
  };
}

/** What belongs to one request from its arrival to its answer. */
export type Exchange = {
  readonly requestId: string;
  readonly trace: TraceContext;
  readonly beganMs: number;
};

/** Anything else might be made to look like something in a log; Hono's own middleware would refuse dots. */
const requestIdForm = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives a request its id and its place in a trace: the caller's where they came well-formed, else its own. */
export function beginExchange(
  services: Pick<ServerServices, "makeTraceId" | "makeSpanId" | "monotonicMs" | "chooseTrace">,
  headers: Pick<Headers, "get">,
): Exchange {
  const beganMs = services.monotonicMs();
  const parent = readTraceParent(headers.get("traceparent"));
  const given = headers.get("x-request-id");
  const traceId = parent?.traceId ?? services.makeTraceId();
  return {
    requestId: given !== null && requestIdForm.test(given) ? given : traceId,
    trace: {
      traceId,
      spanId: services.makeSpanId(),
      parentSpanId: parent?.parentSpanId,
      isSampled: parent?.isSampled ?? services.chooseTrace?.(traceId) ?? false,
    },
    beganMs,
  };
}

const methods = new Set("GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT QUERY".split(" "));

/** A method as logs and traces name it: whatever a caller makes up is `_OTHER`, since it might say anything. */
function nameMethod(method: string): string {
  return methods.has(method) ? method : "_OTHER";
}
