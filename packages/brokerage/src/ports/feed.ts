/** What a feed tells of the market; a trade is the last price of its symbol until the next. */
export type FeedMessage =
  | { readonly kind: "trade"; readonly symbol: string; readonly price: bigint; readonly atMs: number }
  | { readonly kind: "status"; readonly symbol: string; readonly isHalted: boolean }
  /** Says that the feed is there, and nothing else. */
  | { readonly kind: "heartbeat" };

/**
 * Where prices come from.
 *
 * Whoever begins to follow is told first of every symbol that is halted; all others are not.
 * Messages of one symbol are handed over in their order, and none is handed over before the one before it was taken.
 */
export interface Feed {
  /** Whether its market trades at any hour, as an exchange that is only played may. */
  readonly isAlwaysTrading: boolean;
  /** Hands over messages as they come until it is stopped; `stop` resolves when the last one has been taken. */
  follow(take: (messages: readonly FeedMessage[]) => void): Promise<{ readonly stop: () => Promise<void> }>;
}
