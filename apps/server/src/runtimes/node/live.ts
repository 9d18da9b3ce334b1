/** The timer of the streams. */

import type { Log } from "../../log-and-trace.ts";
import type { LiveHub } from "../../operations/companion/stream-live/live-hub.ts";
import { repeat, reportFirstFailure } from "./background.ts";

/** A symbol is sent at most this often. */
const turnMs = 100;

/** Keeps the streams in step with prices. */
export function runLive(live: LiveHub, log: Log): { readonly stop: () => Promise<void> } {
  const logError = (thrown: unknown): void =>
    log({ level: "error", event: "bringing news to streams failed", thrown });
  return repeat(
    reportFirstFailure(logError, async () => live.turn()),
    turnMs,
  );
}
