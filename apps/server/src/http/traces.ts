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
