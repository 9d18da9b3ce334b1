import type { Log, LogLevel } from "../../log.ts";
import { logRanks } from "../log-ranks.ts";
import { renderEntry } from "../render-entry.ts";

/** As long as lines may wait to be written together. */
const waitMs = 50;

/** As much as may wait before it is written at once. */
const waitingLengthMax = 65_536;

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
  return {
    log: (entry) => {
      if (logRanks[entry.level] > logRanks[level]) return;
      waiting += `${renderEntry(entry, renderTime(now()))}\n`;
      if (entry.level === "error" || waiting.length > waitingLengthMax) flush();
      else timer ??= setTimeout(flush, waitMs).unref();
    },
    flush,
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
