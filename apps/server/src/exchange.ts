import type { TraceContext } from "./trace-context.ts";

/** What belongs to one request from its arrival to its answer. */
export type Exchange = {
  readonly requestId: string;
  readonly trace: TraceContext;
  readonly beganMs: number;
};
