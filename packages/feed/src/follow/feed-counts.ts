import { type BadReason, badReasons } from "../wire/checks.ts";

/** What a feed has met with since it was opened. */
export class FeedCounts {
  /** Whether it is connected now. */
  isConnected = false;
  /** How often a connection was lost. */
  lossCount = 0;
  /** Whether played prices were taken; what they were remains known where nothing else is told. */
  hasSimulated = false;
  frameCount = 0;
  messageCount = 0;
  /** Frames that did not arrive, or arrived late. */
  lostFrameCount = 0;
  /** Frames that came faster than they were taken, and were let go. */
  droppedFrameCount = 0;
  /** Frames of a publisher that another has taken the place of. */
  strangeFrameCount = 0;
  /** Frames of publishers whose prices are played, which were not taken. */
  simulatedFrameCount = 0;
  /** How often something of a symbol was missing before a message of it. */
  gapCount = 0;
  /** How many snapshots have brought a symbol up to date. */
  healCount = 0;
  /** How often snapshots were asked for. */
  requestCount = 0;
  /** Requests that were answered twice: one of the answers was not the publisher's. */
  conflictCount = 0;
  /** Messages of symbols that are not listed, of which nothing is kept. */
  unlistedCount = 0;
  /** How often NATS did not allow something, or something could not be sent. */
  failureCount = 0;
  /** Whether everything that was told of before is known. */
  isWhole = false;
  readonly bad: Record<BadReason, number> = Object.fromEntries(
    badReasons.map((reason) => [reason, 0]),
  ) as Record<BadReason, number>;
}
