import type { TraceContext } from "./trace-context.ts";

/** Says where in which trace a request stands, in the form of W3C Trace Context. */
export function renderTraceParent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}
