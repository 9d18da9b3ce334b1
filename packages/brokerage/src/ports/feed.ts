import type { MarketMessage } from "@trading-oms/market";

/** What a feed tells of the market; the board of quotes takes it as it is. */
export type FeedMessage = MarketMessage;

/** All that a feed knows of one symbol, for whoever has missed what was told of it. */
export type FeedSnapshot = Extract<FeedMessage, { readonly kind: "snapshot" }>;

/**
 * Where prices come from.
 *
 * Whoever begins to follow is told first, by a `snapshot` each, of every symbol that was told of before. Messages of
 * one symbol are handed over in their order and without a hole: what was missed is made good by a `snapshot`. None is
 * handed over before the one before it was taken.
 */
export interface Feed {
  /** Whether its market trades at any hour, as an exchange that is only played may. */
  readonly isAlwaysTrading: boolean;
  /** Hands over messages as they come until it is stopped; `stop` resolves when the last one has been taken. */
  follow(take: (messages: readonly FeedMessage[]) => void): Promise<{ readonly stop: () => Promise<void> }>;
}
