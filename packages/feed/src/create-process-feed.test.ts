import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { type Instrument, QuoteBoard } from "@trading-oms/market";
import { expect, test } from "vitest";
import { createProcessFeed } from "./create-process-feed.ts";
import { describeFeed } from "./feed.suite.ts";

describeFeed("of the same process", {
  make: async () => {
    const told = new Set<string>();
    const board = new QuoteBoard();
    const feed = createProcessFeed({
      snapshots: () => [...told].flatMap((symbol) => board.snapshotOf(symbol) ?? []),
    });
    const send = async (message: FeedMessage): Promise<void> => {
      if (message.kind !== "heartbeat" && !told.has(message.symbol)) {
        told.add(message.symbol);
        board.list(shareNamed(message.symbol));
      }
      board.apply(message);
      feed.tell([message]);
    };
    return { feed, send };
  },
});

test("an exchange that is played may trade at any hour, and others may not", () => {
  expect(createProcessFeed({ isAlwaysTrading: true }).isAlwaysTrading).toBe(true);
  expect(createProcessFeed().isAlwaysTrading).toBe(false);
});

test("what is told while something is taken is heard after it, and after a failure to take as well", async () => {
  const feed = createProcessFeed();
  const heard: number[] = [];
  const tell = (...times: number[]) =>
    feed.tell(times.map((atMs): FeedMessage => ({ kind: "heartbeat", atMs })));
  await feed.follow((messages) => {
    if (messages[0]?.atMs === 1) tell(3);
    if (messages[0]?.atMs === 4) throw new Error("Nobody can take this.");
    heard.push(...messages.map(({ atMs }) => atMs));
  });
  tell(1, 2);
  expect(() => tell(4)).toThrow("Nobody can take this.");
  tell(5);
  expect(heard).toEqual([1, 2, 3, 5]);
});

function shareNamed(symbol: string): Instrument {
  return {
    symbol,
    exchange: "HOSE",
    type: "stock",
    name: symbol,
    companyName: symbol,
    referencePrice: 80_000_000n,
    lot: 100n,
    minQuantity: 100n,
    maxQuantity: 500_000n,
  };
}
