import { type BadReason, badReasons } from "../wire/checks.ts";

/** Counts and states of a feed since it was opened. */
export class FeedCounts {
  isConnected = false;
  lossCount = 0;
  /** Whether simulated prices were ever taken. It stays true, because they may still be the last known ones. */
  hasSimulated = false;
  frameCount = 0;
  messageCount = 0;
  /** Frames missing in the sequence, including those that arrived later. */
  lostFrameCount = 0;
  /** Frames dropped because they arrived faster than they were taken. */
  droppedFrameCount = 0;
  /** Frames of a publisher that is not followed. */
  strangeFrameCount = 0;
  /** Frames with simulated prices that were ignored. */
  simulatedFrameCount = 0;
  /** How often a message of a symbol arrived after a gap. */
  gapCount = 0;
  /** Snapshots that closed a gap. */
  healCount = 0;
  requestCount = 0;
  /** Requests with two answers, of which one is not the publisher's. */
  conflictCount = 0;
  /** Ignored messages of unlisted symbols. */
  unlistedCount = 0;
  /** Permission errors of NATS and failures to send. */
  failureCount = 0;
  /** Whether the state of every symbol is known, as after the first complete answer. */
  isWhole = false;
  readonly bad: Record<BadReason, number> = Object.fromEntries(
    badReasons.map((reason) => [reason, 0]),
  ) as Record<BadReason, number>;
}
