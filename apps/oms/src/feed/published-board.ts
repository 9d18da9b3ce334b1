import type { FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";
import { QuoteBoard } from "@trading-oms/market";

/** All that was published by now, for whoever asks for it. */
export type PublishedBoard = {
  readonly apply: (messages: readonly FeedMessage[]) => void;
  readonly snapshotOf: (symbol: string) => FeedSnapshot | undefined;
};

/** Opens a board that takes in whatever symbol it is told of; what else is known of it plays no part in a quote. */
export function openPublishedBoard(): PublishedBoard {
  const board = new QuoteBoard();
  const told = new Set<string>();
  const takeIn = (symbol: string): void => {
    told.add(symbol);
    board.list({
      symbol,
      exchange: "HOSE",
      type: "stock",
      name: symbol,
      companyName: symbol,
      referencePrice: 10_000_000n,
      lot: 100n,
      minQuantity: 100n,
      maxQuantity: 100n,
    });
  };
  return {
    apply: (messages) => {
      for (const message of messages) {
        if (message.kind !== "heartbeat" && !told.has(message.symbol)) takeIn(message.symbol);
        board.apply(message);
      }
    },
    snapshotOf: (symbol) => board.snapshotOf(symbol),
  };
}
