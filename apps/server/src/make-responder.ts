import { storeErrorCodeOf } from "@trading-oms/brokerage";
import type { Answer, AnswerBody, BodyInParts } from "./answer.ts";
import { answerFailure } from "./answer-failure.ts";
import type { Asked } from "./asked.ts";
import { beginExchange } from "./begin-exchange.ts";
import type { Exchange } from "./exchange.ts";
import { nameMethod } from "./name-method.ts";
import { renderTraceParent } from "./render-trace-parent.ts";
import type { ServerServices } from "./server-services.ts";

/**
 * What answers a request; the name is what logs, metrics and traces know it by, the surroundings are what the runtime
 * hands along.
 */
export type Respond = (
  request: Asked,
  operation: string,
  work: (request: Asked, exchange: Exchange) => Answer | Promise<Answer>,
  surroundings?: unknown,
) => Response | Promise<Response>;

const encoder = new TextEncoder();

/** Nothing that is served may be framed, guessed at or told about elsewhere; a page says itself what it may do. */
const everywhere = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Headers that a script of another origin may read. */
const exposed = "ETag, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id, traceparent";

/** As much of the services as every answer needs, one that nobody is served by included. */
export type ResponderServices = Pick<
  ServerServices,
  | "log"
  | "metrics"
  | "recordSpan"
  | "send"
  | "corsOrigins"
  | "now"
  | "monotonicMs"
  | "makeTraceId"
  | "makeSpanId"
  | "noteStoreFailure"
>;

/** Makes the frame that every answer passes through: ids in, failure caught, headers out, counted and logged. */
export function makeResponder(services: ResponderServices): Respond {
  const sent = new Response(null);
  return (request, operation, work, surroundings) => {
    const exchange = beginExchange(services, request.headers);
    const finish = (answer: Answer): Response => {
      tell(services, request, operation, exchange, answer);
      const headers = headersOf(services, request, exchange, answer);
      const { status, body } = answer;
      if (services.send?.(surroundings, { status, headers, body }) === true) return sent;
      return new Response(request.method === "HEAD" ? null : wholeOf(body), { status, headers });
    };
    const fail = (thrown: unknown): Response => {
      const reason = storeErrorCodeOf(thrown);
      if (reason === "busy") return finish({ ...answerFailure({ code: "too-busy" }), reason });
      if (reason !== undefined) {
        services.noteStoreFailure?.(reason);
        return finish({ ...answerFailure({ code: "store-away" }), reason });
      }
      const { requestId, trace } = exchange;
      services.log({
        level: "error",
        event: "unexpected failure",
        requestId,
        traceId: trace.traceId,
        operation,
        thrown,
      });
      return finish(answerFailure({ code: "unexpected" }));
    };
    try {
      const answer = work(request, exchange);
      return answer instanceof Promise ? answer.then(finish, fail) : finish(answer);
    } catch (thrown) {
      return fail(thrown);
    }
  };
}

function wholeOf(body: AnswerBody): Exclude<AnswerBody, BodyInParts> {
  if (body === null || typeof body === "string" || body instanceof Uint8Array) return body;
  const begin = encoder.encode(body.begin);
  const whole = new Uint8Array(begin.length + body.end.length);
  whole.set(begin);
  whole.set(body.end, begin.length);
  return whole;
}

function headersOf(
  { corsOrigins }: ResponderServices,
  request: Asked,
  { requestId, trace }: Exchange,
  { headers }: Answer,
): Record<string, string> {
  const all: Record<string, string> = {
    ...everywhere,
    ...headers,
    "X-Request-Id": requestId,
    traceparent: renderTraceParent(trace),
  };
  if (corsOrigins.size === 0) return all;
  all["Vary"] = headers["Vary"] === undefined ? "Origin" : `${headers["Vary"]}, Origin`;
  const origin = request.headers.get("origin");
  if (origin === null || !corsOrigins.has(origin)) return all;
  all["Access-Control-Allow-Origin"] = origin;
  all["Access-Control-Expose-Headers"] = exposed;
  return all;
}

function tell(
  services: ResponderServices,
  request: Asked,
  operation: string,
  { requestId, trace, beganMs }: Exchange,
  { status, reason }: Answer,
): void {
  const durationMs = services.monotonicMs() - beganMs;
  const method = nameMethod(request.method);
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
  });
  if (!trace.isSampled || services.recordSpan === undefined) return;
  services.recordSpan({
    trace,
    operation,
    method,
    status,
    beganAtMs: services.now() - durationMs,
    durationMs,
  });
}
