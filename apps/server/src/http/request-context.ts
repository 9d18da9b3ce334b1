import type { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import type { Role, TokenFault } from "@trading-oms/access";
import type { StoreErrorCode } from "@trading-oms/brokerage/ports";
import type { CardImages } from "@trading-oms/id-card";
import type { MiddlewareHandler } from "hono";
import type { StreamEnd, TraceContext } from "../log-and-trace.ts";
import type { CallerServices, CardTurn, ClockServices, ObservationServices } from "../services.ts";

export type Route = ReturnType<typeof createRoute>;

export type AppEnv = {
  readonly Bindings: object;
  readonly Variables: {
    /** The operation id, or a fixed name such as `health`; used by logs, metrics and traces. */
    operation: string;
    requestId: string;
    trace: TraceContext;
    route: Route;
    usesProblemDetails: boolean;
    /** The user of the token; not set for operations without a token. */
    userId: string;
    /** The role that the token carries; undefined if none, and for operations without a token. */
    role: Role | undefined;
    /** The rate limit key: a user or a network. */
    sender: string;
    /** Why a token was rejected or the store failed; only logged. */
    reason: TokenFault | StoreErrorCode | undefined;
    /** Set for a stream of events: resolves when it ended. */
    streamEnd: Promise<StreamEnd>;
    /** The card images, already taken out of the body. */
    images: CardImages;
    /** The place of the card among those that wait. */
    cardTurn: CardTurn;
  };
};

export type App = OpenAPIHono<AppEnv>;

/** The services that every answer needs, even one to an unknown path. */
export type ContextServices = ClockServices & ObservationServices & Pick<CallerServices, "corsOrigins">;

/** Assigns the request id and the trace context; counts, logs and traces the answer, a stream when it ended. */
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
    const method = nameMethod(c.req.method);
    const reason = c.get("reason");
    const record = (streamEnd?: StreamEnd): void => {
      const durationMs = services.monotonicMs() - beganMs;
      services.metrics.count(operation, status, durationMs);
      services.log({
        level: "info",
        event: "request",
        requestId,
        traceId: trace.traceId,
        operation,
        method,
        status,
        reason,
        durationMs,
        ...streamEnd,
      });
      if (!trace.isSampled || services.recordSpan === undefined) return;
      const beganAtMs = services.now() - durationMs;
      services.recordSpan({ trace, operation, method, status, beganAtMs, durationMs });
    };
    const streamEnd = c.get("streamEnd");
    if (streamEnd === undefined) record();
    else void streamEnd.then(record);
  };
}

export function named(operation: string): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    c.set("operation", operation);
    return next();
  };
}

/** Rejects characters that could forge log output. Hono's own request-id middleware would reject dots. */
const requestIdForm = /^[A-Za-z0-9._-]{1,64}$/;

/** Takes request id and trace context from the caller's headers if they are well-formed; otherwise generates them. */
export function beginExchange(
  services: Pick<ContextServices, "makeId" | "makeSpanId" | "monotonicMs" | "chooseTrace">,
  headers: Pick<Headers, "get">,
) {
  const beganMs = services.monotonicMs();
  const parent = readTraceParent(headers.get("traceparent"));
  const given = headers.get("x-request-id");
  const traceId = parent?.traceId ?? services.makeId();
  const trace: TraceContext = {
    traceId,
    spanId: services.makeSpanId(),
    parentSpanId: parent?.parentSpanId,
    isSampled: parent?.isSampled ?? services.chooseTrace?.(traceId) ?? false,
  };
  return { requestId: given !== null && requestIdForm.test(given) ? given : traceId, trace, beganMs };
}

/** Later versions may append fields. Two headers joined by a comma do not match. */
const traceParent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-[^,]*)?$/;
const nothing = /^0+$/;

/** Parses a W3C `traceparent` header; undefined if it is malformed. */
export function readTraceParent(
  header: string | null,
): { readonly traceId: string; readonly parentSpanId: string; readonly isSampled: boolean } | undefined {
  if (header === null) return undefined;
  const [, version = "ff", traceId = "", parentSpanId = "", flags = ""] = traceParent.exec(header) ?? [];
  if (version === "ff" || (version === "00" && header.length !== 55)) return undefined;
  if (nothing.test(traceId) || nothing.test(parentSpanId)) return undefined;
  return { traceId, parentSpanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function renderTraceParent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}

const methods = new Set("GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT QUERY".split(" "));

/** The method for logs and traces; an unknown method becomes `_OTHER`, because a caller could put anything into it. */
function nameMethod(method: string): string {
  return methods.has(method) ? method : "_OTHER";
}
