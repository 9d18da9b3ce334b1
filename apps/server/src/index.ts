export { createApp } from "./create-app.ts";
export type { DocumentEncoding, DocumentForm, Documents, ServedDocument } from "./documents.ts";
export type { Log, LogEntry, LogLevel } from "./log.ts";
export type { Metrics } from "./metrics.ts";
export type { Allowance, RateLimiter, SharedRateLimiter } from "./rate-limiter.ts";
export type { Readiness, ServerServices } from "./server-services.ts";
export type { RecordSpan, Span } from "./span.ts";
export type { TraceContext } from "./trace-context.ts";
