import { type BadReason, badReasons } from "../wire/bad-reasons.ts";

/** What a feed has met with since it was opened. */
export type FeedCounts = {
  /** Whether it is connected now. */
  isConnected: boolean;
  /** How often a connection was lost. */
  lossCount: number;
  /** Whether played prices were taken; what they were remains known where nothing else is told. */
  hasSimulated: boolean;
  frameCount: number;
  messageCount: number;
  /** Frames that did not arrive, or arrived late. */
  lostFrameCount: number;
  /** Frames that came faster than they were taken, and were let go. */
  droppedFrameCount: number;
  /** Frames of a publisher that another has taken the place of. */
  strangeFrameCount: number;
  /** Frames of publishers whose prices are played, which were not taken. */
  simulatedFrameCount: number;
  /** How often something of a symbol was missing before a message of it. */
  gapCount: number;
  /** How many snapshots have brought a symbol up to date. */
  healCount: number;
  /** How often snapshots were asked for. */
  requestCount: number;
  /** Requests that were answered twice: one of the answers was not the publisher's. */
  conflictCount: number;
  /** Messages of symbols that are not listed, of which nothing is kept. */
  unlistedCount: number;
  /** How often NATS did not allow something, or something could not be sent. */
  failureCount: number;
  /** Whether everything that was told of before is known. */
  isWhole: boolean;
  readonly bad: Record<BadReason, number>;
};

/** Begins to count. */
export function makeFeedCounts(): FeedCounts {
  return {
    isConnected: false,
    lossCount: 0,
    hasSimulated: false,
    frameCount: 0,
    messageCount: 0,
    lostFrameCount: 0,
    droppedFrameCount: 0,
    strangeFrameCount: 0,
    simulatedFrameCount: 0,
    gapCount: 0,
    healCount: 0,
    requestCount: 0,
    conflictCount: 0,
    unlistedCount: 0,
    failureCount: 0,
    isWhole: false,
    bad: Object.fromEntries(badReasons.map((reason) => [reason, 0])) as Record<BadReason, number>,
  };
}
