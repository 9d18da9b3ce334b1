import type { Feed, FeedMessage } from "@trading-oms/brokerage/ports";
import { describe, expect, test, vi } from "vitest";

/** Makes a feed and its source. The suite sends messages of FPT and VNM, numbered without gaps. */
export type FeedHarness = {
  readonly make: () => Promise<{
    readonly feed: Feed;
    /** Resolves when all subscribers have taken the message. */
    readonly send: (message: FeedMessage) => Promise<void>;
  }>;
};

const beganMs = Date.parse("2026-11-16T09:15:00+07:00");
const originOf = (symbol: string, seq: number) => ({ symbol, seq, atMs: beganMs + seq });

const dayOf = (symbol: string, seq = 1): FeedMessage => ({
  kind: "day",
  ...originOf(symbol, seq),
  date: "2026-11-16",
  referencePrice: 80_000_000n,
});
const trade = (seq: number, price = 80_000_000n): FeedMessage => ({
  kind: "trade",
  ...originOf("FPT", seq),
  price,
  quantity: 100,
  side: "buy",
});
const status = (symbol: string, seq: number, isHalted: boolean): FeedMessage => ({
  kind: "status",
  ...originOf(symbol, seq),
  isHalted,
});

const everyKind: readonly FeedMessage[] = [
  dayOf("FPT"),
  { kind: "session", ...originOf("FPT", 2), session: "continuous" },
  trade(3, 9_007_199_254_740_993n),
  {
    kind: "depth",
    ...originOf("FPT", 4),
    bids: [{ price: 79_900_000n, quantity: 1_200 }],
    asks: [{ price: 80_000_000n, quantity: 500 }],
  },
  { kind: "close", ...originOf("FPT", 5), price: 80_000_000n },
  status("FPT", 6, true),
  { kind: "open-interest", ...originOf("FPT", 7), openInterest: 20_000 },
  { kind: "sentiment", ...originOf("FPT", 8), bullishCount: 3, bearishCount: 2 },
  { kind: "news", ...originOf("FPT", 9), item: { title: "Cổ tức 2.000 đồng", publishedAtMs: beganMs } },
  { kind: "heartbeat", atMs: beganMs + 10 },
];

const knownOfBoth = [
  {
    kind: "snapshot",
    symbol: "FPT",
    seq: 3,
    atMs: beganMs + 3,
    quote: { lastPrice: 80_500_000n, total: { quantity: 200, tradeCount: 2 }, isHalted: false },
  },
  { kind: "snapshot", symbol: "VNM", seq: 2, quote: { lastPrice: undefined, isHalted: true } },
];

/** The tests that every feed has to pass. */
export function describeFeed(name: string, { make }: FeedHarness): void {
  describe(`the feed ${name}`, () => {
    test("delivers messages of every kind, complete and in order", async () => {
      const { feed, send } = await make();
      const taken: FeedMessage[] = [];
      const following = await feed.follow((messages) => taken.push(...messages));
      for (const message of everyKind) await send(message);
      await following.stop();
      expect(taken).toEqual(everyKind);
    });

    test("delivers everything to every subscriber", async () => {
      const { feed, send } = await make();
      const counts = [0, 0];
      const take = (index: number) => (messages: readonly FeedMessage[]) => {
        counts[index] = (counts[index] ?? 0) + messages.length;
      };
      const followings = [await feed.follow(take(0)), await feed.follow(take(1))];
      await send(dayOf("FPT"));
      for (let seq = 2; seq <= 100; seq += 1) await send(trade(seq));
      for (const following of followings) await following.stop();
      expect(counts).toEqual([100, 100]);
    });

    test("delivers a snapshot of every symbol to a late subscriber, and then every message", async () => {
      const { feed, send } = await make();
      const before = [dayOf("FPT"), dayOf("VNM"), trade(2), status("VNM", 2, true), trade(3, 80_500_000n)];
      for (const message of before) await send(message);
      const taken: FeedMessage[] = [];
      const following = await feed.follow((messages) => taken.push(...messages));
      await send(trade(4, 80_600_000n));
      await following.stop();
      expect(taken.slice(0, 2).toSorted(byName)).toMatchObject(knownOfBoth);
      expect(taken.slice(2)).toEqual([trade(4, 80_600_000n)]);
    });

    test("delivers nothing after stop, which may be called twice", async () => {
      const { feed, send } = await make();
      let count = 0;
      const following = await feed.follow((messages) => {
        count += messages.length;
      });
      await send(dayOf("FPT"));
      await following.stop();
      await following.stop();
      await send(trade(2));
      expect(count).toBe(1);
    });

    testNeeds(make);
  });
}

function testNeeds(make: FeedHarness["make"]): void {
  test("delivers a snapshot of a symbol that could not be taken or is needed", async () => {
    const { feed, send } = await make();
    const taken: FeedMessage[] = [];
    const following = await feed.follow((messages) => {
      taken.push(...messages);
      return messages.flatMap((message) => (message.kind === "trade" ? message.symbol : []));
    });
    await send(dayOf("FPT"));
    await send(dayOf("VNM"));
    await send(trade(2));
    await vi.waitFor(() => expect(taken).toHaveLength(4));
    following.need(["VNM", "GONE"]);
    await vi.waitFor(() => expect(taken).toHaveLength(5));
    await send(status("FPT", 3, true));
    await following.stop();
    expect(taken.slice(3)).toMatchObject([
      { kind: "snapshot", symbol: "FPT", seq: 2, quote: { lastPrice: 80_000_000n } },
      { kind: "snapshot", symbol: "VNM", seq: 1 },
      status("FPT", 3, true),
    ]);
  });
}

function byName(one: FeedMessage, other: FeedMessage): number {
  return nameOf(one) < nameOf(other) ? -1 : 1;
}

function nameOf(message: FeedMessage): string {
  return message.kind === "heartbeat" ? "" : message.symbol;
}
