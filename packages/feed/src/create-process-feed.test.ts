import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { type Instrument, QuoteBoard } from "@trading-oms/market";
import { expect, test } from "vitest";
import { createProcessFeed } from "./create-process-feed.ts";
import { describeFeed } from "./feed.suite.ts";

describeFeed("within a process", {
  make: async () => {
    const listed = new Set<string>();
    const board = new QuoteBoard();
    const feed = createProcessFeed({
      snapshots: () => [...listed].flatMap((symbol) => board.snapshotOf(symbol) ?? []),
    });
    const send = async (message: FeedMessage): Promise<void> => {
      if (message.kind !== "heartbeat" && !listed.has(message.symbol)) {
        listed.add(message.symbol);
        board.list(shareNamed(message.symbol));
      }
      board.apply(message);
      feed.publish([message]);
    };
    return { feed, send };
  },
});

test("only a feed opened with isAlwaysTrading trades at any hour", () => {
  expect(createProcessFeed({ isAlwaysTrading: true }).isAlwaysTrading).toBe(true);
  expect(createProcessFeed().isAlwaysTrading).toBe(false);
});

test("delivers messages sent during a delivery after it, and continues after a subscriber throws", async () => {
  const feed = createProcessFeed();
  const taken: number[] = [];
  const send = (...times: number[]) =>
    feed.publish(times.map((atMs): FeedMessage => ({ kind: "heartbeat", atMs })));
  await feed.follow((messages) => {
    if (messages[0]?.atMs === 1) send(3);
    if (messages[0]?.atMs === 4) throw new Error("This cannot be taken.");
    taken.push(...messages.map(({ atMs }) => atMs));
  });
  send(1, 2);
  expect(() => send(4)).toThrow("This cannot be taken.");
  send(5);
  expect(taken).toEqual([1, 2, 3, 5]);
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
