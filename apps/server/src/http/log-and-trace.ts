import type { TokenFault } from "@trading-oms/access";
import type { StoreErrorCode } from "@trading-oms/brokerage/ports";

/** How much is said: `error` is what nobody expected, `info` tells each request. */
export type LogLevel = "error" | "warn" | "info";

/**
 * Everything that a line of the log may hold. What is not listed can't be written: no user, no account, no address, no
 * path, no body, so that personal data has no way in.
 */
export type LogEntry = {
  readonly level: LogLevel;
  /** What happened, in a few words that never change. */
  readonly event: string;
  readonly requestId?: string | undefined;
  readonly traceId?: string | undefined;
  /** The operation's id of the document, or what else was asked for by a name of ours. */
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  readonly status?: number | undefined;
  /** Why a token was refused or the store failed, which the answer says less exactly. */
  readonly reason?: TokenFault | StoreErrorCode | undefined;
  readonly durationMs?: number | undefined;
  /** What was thrown, for the log alone, which never tells its message. */
  readonly thrown?: unknown;
  /** Where the server listens, what engine it is on and the like; written by composition roots alone. */
  readonly notes?: Readonly<Record<string, string | number | boolean>> | undefined;
};

/** Takes an entry; the composition root says where it goes. */
export type Log = (entry: LogEntry) => void;

/** Where a request stands in a trace: its trace, its own span, and the caller's span if there is one. */
export type TraceContext = {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** Whether the trace is recorded: as the caller says, and where there is none, as was chosen here. */
  readonly isSampled: boolean;
};

/** A request as a trace shows it. */
export type Span = {
  readonly trace: TraceContext;
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  /** Unix milliseconds. */
  readonly beganAtMs: number;
  readonly durationMs: number;
};

/** Takes a span that has ended. */
export type RecordSpan = (span: Span) => void;

/** A later version may have more after the flags; two headers in one have a comma, and neither holds. */
const traceParent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-[^,]*)?$/;
const nothing = /^0+$/;

/** Reads a `traceparent` as the W3C has it; anything malformed is as good as none. */
export function readTraceParent(
  header: string | null,
): { readonly traceId: string; readonly parentSpanId: string; readonly isSampled: boolean } | undefined {
  if (header === null) return undefined;
  const [, version = "ff", traceId = "", parentSpanId = "", flags = ""] = traceParent.exec(header) ?? [];
  if (version === "ff" || (version === "00" && header.length !== 55)) return undefined;
  if (nothing.test(traceId) || nothing.test(parentSpanId)) return undefined;
  return { traceId, parentSpanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Says where in which trace a request stands, in the form of W3C Trace Context. */
export function renderTraceParent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}
