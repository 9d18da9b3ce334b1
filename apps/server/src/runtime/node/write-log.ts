import type { Log, LogLevel } from "../../log.ts";
import { logRanks } from "../log-ranks.ts";
import { renderEntry } from "../render-entry.ts";

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
