import type { Exchange } from "./exchange.ts";
import { readTraceParent } from "./read-trace-parent.ts";
import type { ServerServices } from "./server-services.ts";

/** Anything else might be made to look like something in a log. */
const requestIdForm = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives a request its id and its place in a trace: the caller's where they came well-formed, else its own. */
export function beginExchange(
  {
    makeTraceId,
    makeSpanId,
    monotonicMs,
    chooseTrace,
  }: Pick<ServerServices, "makeTraceId" | "makeSpanId" | "monotonicMs" | "chooseTrace">,
  headers: Pick<Headers, "get">,
): Exchange {
  const beganMs = monotonicMs();
  const parent = readTraceParent(headers.get("traceparent"));
  const given = headers.get("x-request-id");
  const traceId = parent?.traceId ?? makeTraceId();
  return {
    requestId: given !== null && requestIdForm.test(given) ? given : traceId,
    trace: {
      traceId,
      spanId: makeSpanId(),
      parentSpanId: parent?.parentSpanId,
      isSampled: parent?.isSampled ?? chooseTrace?.(traceId) ?? false,
    },
    beganMs,
  };
}
