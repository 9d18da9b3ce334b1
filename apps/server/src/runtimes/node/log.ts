import type { Writable } from "node:stream";
import type { Registry } from "prom-client";
import type { Log, LogLevel } from "../../http/log-and-trace.ts";
import { logRanks, renderEntry } from "../log-lines.ts";
import { addCounter } from "./metrics.ts";

/** As long as lines may wait to be written together. */
const waitMs = 50;

/** As much as may wait before it is written at once. */
const waitingLengthMax = 65_536;

/** As many requests that were answered by 401 or 429 as have lines of their own in a second. */
const refusalsMax = 10;
const refusalsMs = 1_000;

/** Writes entries as lines of JSON, several at a time; `flush` writes what still waits. */
export function writeLog(
  level: LogLevel,
  now: () => number,
  write: (text: string) => void,
): { readonly log: Log; readonly flush: () => void } {
  const renderTime = makeTimeRenderer();
  let waiting = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === "") return;
    const text = waiting;
    waiting = "";
    write(text);
  };
  const thinned = thinRefusals((entry) => {
    waiting += `${renderEntry(entry, renderTime(now()))}\n`;
    if (entry.level === "error" || waiting.length > waitingLengthMax) flush();
    else timer ??= setTimeout(flush, waitMs).unref();
  });
  return {
    log: (entry) => {
      if (logRanks[entry.level] <= logRanks[level]) thinned.log(entry);
    },
    flush: () => {
      thinned.end();
      flush();
    },
  };
}

/** Leaves out most lines of a flood that needs no token, and counts them in one line a second. Nothing else is thinned. */
function thinRefusals(log: Log): { readonly log: Log; readonly end: () => void } {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const leftOutCount = count - refusalsMax;
    count = 0;
    if (leftOutCount <= 0) return;
    log({ level: "info", event: "requests left out of the log", notes: { count: leftOutCount } });
  };
  return {
    log: (entry) => {
      if (entry.status === 401 || entry.status === 429) {
        timer ??= setTimeout(end, refusalsMs).unref();
        count += 1;
        if (count > refusalsMax) return;
      }
      log(entry);
    },
    end,
  };
}

/** Under load many lines fall into one millisecond, and writing a time costs as much as the rest of a line. */
function makeTimeRenderer(): (nowMs: number) => string {
  let lastMs = Number.NaN;
  let last = "";
  return (nowMs) => {
    if (nowMs === lastMs) return last;
    lastMs = nowMs;
    last = new Date(nowMs).toISOString();
    return last;
  };
}

/** As much as waits for a slow reader; beyond that, lines are dropped rather than requests or memory. */
const waitingLengthMaxByDefault = 8 * 1_048_576;

/**
 * Opens what writes lines to a stream, which is the process's output. Whoever reads it may stop reading or go away: the
 * service goes on, and counts the lines that nobody got.
 */
export function openLines(
  stream: Writable,
  registry: Registry,
  waitingLengthMax: number = waitingLengthMaxByDefault,
): (text: string) => void {
  let droppedCount = 0;
  addCounter(
    registry,
    "oms_log_lines_dropped_total",
    "Lines of the log that nobody could be given.",
    () => droppedCount,
  );
  let isGone = false;
  const look = (error: unknown): void => {
    if (stream.destroyed || (error instanceof Error && "code" in error && error.code === "EPIPE"))
      isGone = true;
  };
  // Without this, the first line that nobody reads would end the process.
  stream.on("error", look);
  return (text) => {
    if (isGone || stream.destroyed || stream.writableLength + text.length > waitingLengthMax) {
      droppedCount += countLines(text);
      return;
    }
    stream.write(text, (error) => {
      if (!error) return;
      droppedCount += countLines(text);
      look(error);
    });
  };
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}
