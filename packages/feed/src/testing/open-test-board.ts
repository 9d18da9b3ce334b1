import type { FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";
import { QuoteBoard } from "@trading-oms/market";

/** A board that lists every symbol it gets a message of. */
export type TestBoard = {
  readonly board: QuoteBoard;
  readonly apply: (message: FeedMessage) => void;
  readonly snapshotOf: (symbol: string) => FeedSnapshot | undefined;
  readonly snapshots: () => FeedSnapshot[];
};

/** Opens a board on which every symbol is a stock of HOSE. */
export function openTestBoard(): TestBoard {
  const board = new QuoteBoard();
  const listed = new Set<string>();
  return {
    board,
    apply: (message) => {
      if (message.kind !== "heartbeat" && !listed.has(message.symbol)) {
        listed.add(message.symbol);
        board.list({
          symbol: message.symbol,
          exchange: "HOSE",
          type: "stock",
          name: message.symbol,
          companyName: message.symbol,
          referencePrice: 80_000_000n,
          lot: 100n,
          minQuantity: 100n,
          maxQuantity: 500_000n,
        });
      }
      board.apply(message);
    },
    snapshotOf: (symbol) => board.snapshotOf(symbol),
    snapshots: () => [...listed].flatMap((symbol) => board.snapshotOf(symbol) ?? []),
  };
}
