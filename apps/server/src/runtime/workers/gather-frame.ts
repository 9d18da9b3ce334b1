import { createMetrics } from "../../create-metrics.ts";
import { hashText } from "../../hash-text.ts";
import type { Log, LogLevel } from "../../log.ts";
import type { ServerServices } from "../../server-services.ts";
import { logRanks } from "../log-ranks.ts";
import { renderEntry } from "../render-entry.ts";
import { makeIds } from "./make-ids.ts";

/** What every Worker has: clocks, ids, a log and metrics. */
export type Frame = Pick<
  ServerServices,
  "now" | "monotonicMs" | "makeTraceId" | "makeSpanId" | "hash" | "log" | "metrics" | "recordSpan"
>;

/** Gathers what every Worker has; its log goes line by line to the runtime. */
export function gatherFrame(writeLine: (line: string) => void, logLevel: LogLevel): Frame {
  const log: Log = (entry) => {
    if (logRanks[entry.level] <= logRanks[logLevel]) writeLine(renderEntry(entry, new Date().toISOString()));
  };
  return {
    now: () => Date.now(),
    monotonicMs: () => performance.now(),
    ...makeIds(),
    hash: hashText,
    log,
    metrics: createMetrics(() => ""),
    recordSpan: undefined,
  };
}
