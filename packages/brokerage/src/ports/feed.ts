import type { MarketMessage } from "@trading-oms/market";

/** A message of a market feed, as the quote board takes it. */
export type FeedMessage = MarketMessage;

/** The full state of one symbol, for a subscriber that missed messages. */
export type FeedSnapshot = Extract<FeedMessage, { readonly kind: "snapshot" }>;

/**
 * Takes messages. May return symbols whose messages it could not apply; their state is unknown and needs a
 * snapshot.
 */
export type TakeMessages =
  | ((messages: readonly FeedMessage[]) => void)
  | ((messages: readonly FeedMessage[]) => readonly string[]);

export type FeedFollowing = {
  /** Requests a snapshot of each of these symbols, if the feed knows them. */
  readonly need: (symbols: readonly string[]) => void;
  /** Resolves when the last message has been taken. */
  readonly stop: () => Promise<void>;
};

/**
 * A source of prices.
 *
 * A new subscriber first receives a `snapshot` of every known symbol. Messages of one symbol arrive in order and
 * without gaps; a `snapshot` replaces missed messages. The next batch is handed over only after the previous one was
 * taken. A symbol that could not be applied, or was requested by `need`, gets a `snapshot`; later messages follow it.
 */
export interface Feed {
  /** Whether the market trades at any hour, as a simulated exchange may. */
  readonly isAlwaysTrading: boolean;
  /**
   * Hands over messages until it is stopped. It may skip messages of unlisted symbols; `need` requests their snapshot
   * once they are listed.
   */
  follow(take: TakeMessages, isListed?: (symbol: string) => boolean): Promise<FeedFollowing>;
  /** Whether the last price of a symbol may not come from the publisher. Such a price decides nothing yet. */
  readonly isDoubtful?: (symbol: string) => boolean;
}
