import type { MarketMessage } from "@trading-oms/market";

/** What a feed tells of the market; the board of quotes takes it as it is. */
export type FeedMessage = MarketMessage;

/** All that a feed knows of one symbol, for whoever has missed what was told of it. */
export type FeedSnapshot = Extract<FeedMessage, { readonly kind: "snapshot" }>;

/** Takes messages, and may give the symbols that some of them could not be taken of: their state is not known. */
export type TakeMessages =
  | ((messages: readonly FeedMessage[]) => void)
  | ((messages: readonly FeedMessage[]) => readonly string[]);

/** Whoever follows a feed, as the feed's owner holds it. */
export type FeedFollowing = {
  /** Has the feed tell the state of these symbols again, by a snapshot each, as far as it knows of them. */
  readonly need: (symbols: readonly string[]) => void;
  /** Resolves when the last message has been taken. */
  readonly stop: () => Promise<void>;
};

/**
 * Where prices come from.
 *
 * Whoever begins to follow is told first, by a `snapshot` each, of every symbol that was told of before. Messages of
 * one symbol are handed over in their order and without a hole: what was missed is made good by a `snapshot`. None is
 * handed over before the one before it was taken. A symbol that could not be taken, or is needed, is told of by a
 * `snapshot` in place of nothing: what comes after that follows it.
 */
export interface Feed {
  /** Whether its market trades at any hour, as an exchange that is only played may. */
  readonly isAlwaysTrading: boolean;
  /**
   * Hands over messages as they come until it is stopped. It may pass over those of symbols that are not listed; `need`
   * has them told of once they are.
   */
  follow(take: TakeMessages, isListed?: (symbol: string) => boolean): Promise<FeedFollowing>;
  /** Whether the last price of a symbol may be somebody else's than the publisher's, so that nothing is decided by it yet. */
  readonly isDoubtful?: (symbol: string) => boolean;
}
