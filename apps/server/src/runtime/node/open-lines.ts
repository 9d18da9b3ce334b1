import type { Writable } from "node:stream";
import { renderFamily } from "../../render-family.ts";

/** As much as waits for a slow reader; beyond that, lines are dropped rather than requests or memory. */
const waitingLengthMaxByDefault = 8 * 1_048_576;

/** Takes lines to somewhere that may be slow, or gone. */
export type Lines = {
  readonly write: (text: string) => void;
  /** How many lines were dropped, as text for Prometheus. */
  readonly renderMetrics: () => string;
};

/**
 * Writes lines to a stream, which is the process's output. Whoever reads it may stop reading or go away: the service
 * goes on, and counts the lines that nobody got.
 */
export function openLines(stream: Writable, waitingLengthMax: number = waitingLengthMaxByDefault): Lines {
  let droppedCount = 0;
  let isGone = false;
  const look = (error: unknown): void => {
    if (stream.destroyed || (error instanceof Error && "code" in error && error.code === "EPIPE"))
      isGone = true;
  };
  // Without this, the first line that nobody reads would end the process.
  stream.on("error", look);
  return {
    write: (text) => {
      if (isGone || stream.destroyed || stream.writableLength + text.length > waitingLengthMax) {
        droppedCount += countLines(text);
        return;
      }
      stream.write(text, (error) => {
        if (!error) return;
        droppedCount += countLines(text);
        look(error);
      });
    },
    renderMetrics: () =>
      renderFamily("oms_log_lines_dropped_total", "counter", "Lines of the log that nobody could be given.", [
        { value: droppedCount },
      ]),
  };
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}
