export { createApp } from "./app.ts";
export type { Metrics } from "./http/metrics.ts";
export type { Allowance, RateLimiter, SharedRateLimiter } from "./http/rate-limits.ts";
export type { Log, LogEntry, LogLevel, RecordSpan, Span, TraceContext } from "./http/reports.ts";
export type {
  DocumentEncoding,
  DocumentForm,
  Documents,
  Readiness,
  ServedDocument,
  ServerServices,
} from "./services.ts";
