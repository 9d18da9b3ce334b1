/** The timers of the streams. */

import type { Log } from "../../log-and-trace.ts";
import type { LiveHub } from "../../operations/companion/stream-live/live-hub.ts";
import { repeat, reportFirstFailure } from "./background.ts";

/** A symbol is sent at most this often. */
const turnMs = 100;
/** How soon a change by another process is found. */
const pollMs = 250;

/** Keeps the streams in step with prices, and with what other processes change. */
export function runLive(live: LiveHub, log: Log): { readonly stop: () => Promise<void> } {
  const logError = (thrown: unknown): void =>
    log({ level: "error", event: "bringing news to streams failed", thrown });
  const loops = [
    repeat(
      reportFirstFailure(logError, async () => live.turn()),
      turnMs,
    ),
    repeat(
      reportFirstFailure(logError, () => live.changes.poll()),
      pollMs,
    ),
  ];
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
