import type { TokenFault } from "@trading-oms/access";
import type { StoreErrorCode } from "@trading-oms/brokerage/ports";

/** Severity: `error` is unexpected, `info` includes every request; on Node, refusals beyond ten a second are only counted. */
export type LogLevel = "error" | "warn" | "info";

/**
 * Why a stream ended: the reader left (`left`); its socket took nothing for too long (`slow`); the source had no more events
 * (`ended`), ended because the server was draining (`restart`) or the token stands no longer (`token`), or threw (`failed`).
 */
type StreamEndReason = "left" | "ended" | "restart" | "failed" | "slow" | "token" | "replaced";

/** How a stream ended, and the events that were sent until then. */
export type StreamEnd = {
  readonly reason: StreamEndReason;
  readonly eventCount: number;
  readonly byteCount: number;
};

/**
 * The only fields that a log line can have. There is none for a user, account, address, path or body, so that
 * personal data cannot be logged.
 */
export type LogEntry = {
  readonly level: LogLevel;
  /** A short constant text. */
  readonly event: string;
  readonly requestId?: string | undefined;
  readonly traceId?: string | undefined;
  /** The operation id of the document, or a fixed name such as `health`. */
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  readonly status?: number | undefined;
  /** Why a token was rejected, the store failed or a stream ended; more precise than the answer. */
  readonly reason?: TokenFault | StoreErrorCode | StreamEndReason | undefined;
  readonly durationMs?: number | undefined;
  /** Events that were sent, for a stream. */
  readonly eventCount?: number | undefined;
  /** Bytes of these events. */
  readonly byteCount?: number | undefined;
  /** The error that was thrown; its message is never logged. */
  readonly thrown?: unknown;
  /** Facts such as the port and the storage engine; only code under `runtimes/` sets them. */
  readonly notes?: Readonly<Record<string, string | number | boolean>> | undefined;
};

/** Receives log entries; the composition root decides where they go. */
export type Log = (entry: LogEntry) => void;

/** The position of a request in a trace: trace id, own span, and the caller's span if there is one. */
export type TraceContext = {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** Whether the trace is sampled: as the caller decided, else as decided here. */
  readonly isSampled: boolean;
};

export type Span = {
  readonly trace: TraceContext;
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly beganAtMs: number;
  readonly durationMs: number;
};

export type RecordSpan = (span: Span) => void;
