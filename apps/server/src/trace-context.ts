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
