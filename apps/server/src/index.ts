export { createApp } from "./app.ts";
export type { Log, LogEntry, LogLevel } from "./http/log.ts";
export type { Metrics } from "./http/metrics.ts";
export type { Allowance, RateLimiter, SharedRateLimiter } from "./http/rate-limits.ts";
export type { RecordSpan, Span, TraceContext } from "./http/traces.ts";
export type {
  DocumentEncoding,
  DocumentForm,
  Documents,
  Readiness,
  ServedDocument,
  ServerServices,
} from "./services.ts";
