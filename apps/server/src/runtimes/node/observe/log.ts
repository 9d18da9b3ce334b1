import type { Writable } from "node:stream";
import type { Registry } from "prom-client";
import type { Log, LogLevel } from "../../../log-and-trace.ts";
import { logRanks, renderEntry } from "../../log-lines.ts";
import { addCounter } from "./metrics.ts";

const waitMs = 50;

const waitingLengthMax = 65_536;

/** The number of requests answered by 401 or 429 that are logged individually per second. */
const refusalsMax = 10;
const refusalsMs = 1_000;

/** Writes entries as JSON lines in batches; `flush` writes the buffered ones. */
export function writeLog(
  level: LogLevel,
  now: () => number,
  write: (text: string) => void,
): { readonly log: Log; readonly flush: () => void } {
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
    waiting += `${renderEntry(entry, new Date(now()).toISOString())}\n`;
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

/**
 * Limits the lines for requests answered by 401 or 429, which need no token; the omitted ones are counted once a
 * second.
 */
function thinRefusals(log: Log): { readonly log: Log; readonly end: () => void } {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const leftOutCount = count - refusalsMax;
    count = 0;
    if (leftOutCount <= 0) return;
    log({ level: "info", event: "requests omitted from the log", notes: { count: leftOutCount } });
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

/**
 * Returns a function that writes lines to a stream, such as standard output. If the reader is slow, stops or closes the
 * stream, the service continues and counts the lines that are dropped beyond the buffer.
 */
export function openLines(
  stream: Writable,
  registry: Registry,
  waitingLengthMax = 8 * 1_048_576,
): (text: string) => void {
  let droppedCount = 0;
  addCounter(
    registry,
    "oms_log_lines_dropped_total",
    "Log lines that were dropped because the reader was slow or gone.",
    () => droppedCount,
  );
  let isGone = false;
  const look = (error: unknown): void => {
    if (stream.destroyed || (error instanceof Error && "code" in error && error.code === "EPIPE"))
      isGone = true;
  };
  // Without a listener, the first write error would end the process.
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
