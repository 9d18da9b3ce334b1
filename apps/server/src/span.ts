import type { TraceContext } from "./trace-context.ts";

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
