import type { Answer } from "./answer.ts";
import { answerFailure } from "./answer-failure.ts";
import { beginExchange } from "./begin-exchange.ts";
import type { Exchange } from "./exchange.ts";
import { nameMethod } from "./name-method.ts";
import { renderTraceParent } from "./render-trace-parent.ts";
import type { ServerServices } from "./server-services.ts";

/** What answers a request; the name is what logs, metrics and traces know it by. */
export type Respond = (
  request: Request,
  operation: string,
  work: (request: Request, exchange: Exchange) => Answer | Promise<Answer>,
) => Response | Promise<Response>;

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
  "log" | "metrics" | "recordSpan" | "corsOrigins" | "now" | "monotonicMs" | "makeTraceId" | "makeSpanId"
>;

/** Makes the frame that every answer passes through: ids in, failure caught, headers out, counted and logged. */
export function makeResponder(services: ResponderServices): Respond {
  return (request, operation, work) => {
    const exchange = beginExchange(services, request.headers);
    const finish = (answer: Answer): Response => {
      tell(services, request, operation, exchange, answer);
      const headers = headersOf(services, request, exchange, answer);
      return new Response(request.method === "HEAD" ? null : answer.body, { status: answer.status, headers });
    };
    const fail = (thrown: unknown): Response => {
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

function headersOf(
  { corsOrigins }: ResponderServices,
  request: Request,
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
  request: Request,
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
