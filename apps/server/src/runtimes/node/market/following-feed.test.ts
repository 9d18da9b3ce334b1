import type { Feed, FeedMessage } from "@trading-oms/brokerage/ports";
import { createProcessFeed } from "@trading-oms/feed";
import { type Instrument, QuoteBoard, type SymbolMessage } from "@trading-oms/market";
import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import type { LogEntry } from "../../../log-and-trace.ts";
import { parseExposition } from "../../../testing/parse-exposition.ts";
import { planHeld } from "../../../testing/plan-held.ts";
import { openMetrics } from "../observe/metrics.ts";
import { pumpFeed, startFollowing } from "./following.ts";
import { openServerMarket } from "./open-market.ts";

const sessionMs = Date.parse("2026-11-17T10:00:00+07:00");

/** A server that does not run the watch, with FPT listed. */
async function planPumped(feed: Feed) {
  const { services, clock } = await planHeld();
  clock.nowMs = sessionMs;
  const logged: LogEntry[] = [];
  const log = (entry: LogEntry): void => void logged.push(entry);
  const market = await openServerMarket({ ...services, log }, feed);
  const { book, marks, board, prices } = market;
  const registry = new Registry();
  const following = startFollowing(
    { ...services, market, book, marks },
    { log, registry, makeId: services.makeId, feed, isWatching: false },
  );
  onTestFinished(following.stop);
  await board.whenReady();
  const quote = () => board.search("FPT").found[0]?.quote;
  return { market, book, marks, board, prices, registry, logged, clock, quote };
}

function trade(symbol: string, seq: number, laterMs = 0): FeedMessage {
  const origin = { symbol, seq, atMs: sessionMs + laterMs };
  return { kind: "trade", ...origin, price: 80_100_000n, quantity: 100, side: "buy" };
}

test("a server that does not run the watch still receives the feed", async () => {
  const feed = createProcessFeed();
  const { quote, marks } = await planPumped(feed);
  feed.publish([trade("FPT", 1)]);
  expect(quote()).toMatchObject({ lastPrice: 80_100_000n, total: { quantity: 100 } });
  expect(marks.markOf("FPT")?.price).toBe(80_100_000n);
});

test("counts the outcome of each message, and measures the silence of the feed", async () => {
  const feed = createProcessFeed();
  const { registry, clock } = await planPumped(feed);
  const metrics = openMetrics(registry);
  const read = async (name: string) => parseExposition(await metrics.render()).get(name)?.samples;
  expect(await read("oms_feed_age_seconds")).toMatchObject([{ value: Number.NaN }]);
  feed.publish([trade("FPT", 1), trade("FPT", 1), trade("FPT", 3), trade("GONE", 1)]);
  feed.publish([{ kind: "heartbeat", atMs: sessionMs }]);
  clock.nowMs += 12_500;
  expect(await read("oms_feed_messages_total")).toMatchObject([
    { labels: { outcome: "applied" }, value: 2 },
    { labels: { outcome: "old" }, value: 1 },
    { labels: { outcome: "gap" }, value: 1 },
    { labels: { outcome: "unknown-symbol" }, value: 1 },
  ]);
  expect(await read("oms_feed_age_seconds")).toMatchObject([{ value: 12.5 }]);
  expect(await read("oms_prices_rejected_total")).toMatchObject([{ value: 1 }]);
});

test("a search shows a doubtful snapshot, and what follows it, once it is not doubtful, even from a feed that fell silent", async () => {
  let isDoubtful = true;
  const publisher = new QuoteBoard();
  const base = createProcessFeed({ snapshots: () => [publisher.snapshotOf("FPT") ?? []].flat() });
  const feed: Feed = {
    isAlwaysTrading: base.isAlwaysTrading,
    follow: (take, isWanted) => base.follow(take, isWanted),
    isDoubtful: () => isDoubtful,
  };
  const { quote, book } = await planPumped(feed);
  publisher.list(listed(book.findInstrument("FPT")));
  for (const seq of [1, 2]) publisher.apply(trade("FPT", seq));
  base.publish([publisher.snapshotOf("FPT") ?? []].flat());
  base.publish([trade("FPT", 3)]);
  await new Promise((settle) => setTimeout(settle, 300));
  expect(quote()?.lastPrice).toBeUndefined();
  // The feed may be silent by then.
  isDoubtful = false;
  await vi.waitFor(() => expect(quote()).toMatchObject({ total: { quantity: 300 } }));
});

test("trades of a doubtful quote are missing in the prices by minute until it is shown", async () => {
  let isDoubtful = true;
  const publisher = new QuoteBoard();
  const base = createProcessFeed();
  const feed: Feed = { isAlwaysTrading: false, follow: base.follow, isDoubtful: () => isDoubtful };
  const { prices, quote, book } = await planPumped(feed);
  publisher.list(listed(book.findInstrument("FPT")));
  publisher.apply(trade("FPT", 1));
  base.publish([publisher.snapshotOf("FPT") ?? []].flat());
  base.publish([trade("FPT", 2, -1_000)]);
  expect([prices.completeSinceMs("FPT"), prices.minutesOf("FPT")]).toEqual([sessionMs + 1_001, []]);
  isDoubtful = false;
  await vi.waitFor(() => expect(quote()).toMatchObject({ total: { quantity: 200 } }));
  base.publish([trade("FPT", 3)]);
  expect(prices.minutesOf("FPT")).toMatchObject([{ atMs: sessionMs, quantity: 100 }]);
  expect(prices.completeSinceMs("FPT")).toBe(sessionMs + 1_001);
});

test("counts trades by minute, and a gap moves the time since when they are complete", async () => {
  const publisher = new QuoteBoard();
  const feed = createProcessFeed();
  const { prices, book, clock } = await planPumped(feed);
  publisher.list(listed(book.findInstrument("FPT")));
  /** How long after a message was taken no trade is missing: a trade that was may have been a second ahead. */
  const completeAfterMs = (messages: readonly FeedMessage[]) => {
    clock.nowMs += 60_000;
    feed.publish(messages);
    return (prices.completeSinceMs("FPT") ?? 0) - clock.nowMs;
  };
  expect(completeAfterMs([day("FPT", 1, 80_000_000n)])).toBe(1_001);
  expect(completeAfterMs([trade("FPT", 2, -60_000), trade("FPT", 3)])).toBe(1_001 - 60_000);
  expect(prices.minutesOf("FPT")).toMatchObject([{ quantity: 100 }, { quantity: 100 }]);
  // The next day is none of a gap.
  expect(completeAfterMs([{ ...day("FPT", 4, 80_000_000n), atMs: sessionMs + 1 }])).toBe(1_001 - 120_000);
  // Neither is applied, and a snapshot has to bring what was missing.
  expect(completeAfterMs([trade("FPT", 4)])).toBe(1_001);
  expect(completeAfterMs([trade("FPT", 6)])).toBe(1_001);
  expect(prices.minutesOf("FPT")).toMatchObject([{ quantity: 100 }, { quantity: 100 }]);
  expect(completeAfterMs([day("FPT", 9, 80_000_000n)])).toBe(1_001);
  publisher.apply(trade("FPT", 1, -3));
  expect(completeAfterMs([publisher.snapshotOf("FPT") ?? []].flat())).toBe(1_001);
});

test("a trade from ahead of the clock is in no minute", async () => {
  const feed = createProcessFeed();
  const { prices } = await planPumped(feed);
  feed.publish([day("FPT", 1, 80_000_000n), trade("FPT", 2, 61_000)]);
  expect(prices.minutesOf("FPT")).toEqual([]);
});

test("follows a new publisher with other sequence numbers", async () => {
  const publisher = new QuoteBoard();
  const feed = createProcessFeed({ snapshots: () => [publisher.snapshotOf("FPT") ?? []].flat() });
  const { quote, book } = await planPumped(feed);
  publisher.list(listed(book.findInstrument("FPT")));
  for (const seq of [1, 2, 3]) feed.publish([trade("FPT", seq)]);
  expect(quote()).toMatchObject({ total: { quantity: 300 } });
  const tell = (message: FeedMessage) => {
    publisher.apply(message);
    feed.publish([message]);
  };
  tell(trade("FPT", 1));
  expect(quote()).toMatchObject({ total: { quantity: 100 } });
  tell(trade("FPT", 2));
  expect(quote()).toMatchObject({ total: { quantity: 200 } });
});

test("a trade at a price that margin rejects is shown nowhere, and those after it are", async () => {
  const feed = createProcessFeed();
  const { marks, prices, quote, clock, registry } = await planPumped(feed);
  feed.publish([day("FPT", 1, 80_000_000n), trade("FPT", 2)]);
  clock.nowMs += 5_000;
  feed.publish([priced("FPT", 3, 80_000n), priced("FPT", 4, 150_000_000n), priced("FPT", 5, 80_100_001n)]);
  feed.publish([trade("FPT", 6, 6_001)]);
  const shown = { lastPrice: 80_100_000n, highPrice: 80_100_000n, lowPrice: 80_100_000n };
  expect(quote()).toMatchObject({ ...shown, seq: 6, total: { quantity: 100 } });
  const minute = { high: 80_100_000n, low: 80_100_000n, quantity: 100 };
  expect(prices.minutesOf("FPT")).toMatchObject([minute]);
  expect([marks.priceOf("FPT"), marks.refusedCount()]).toEqual([80_100_000n, 4]);
  const rejected = parseExposition(await openMetrics(registry).render()).get("oms_prices_rejected_total");
  expect(rejected?.samples).toMatchObject([{ value: 4 }]);
  // What they traded is missing.
  expect(prices.completeSinceMs("FPT")).toBe(clock.nowMs + 1_001);
  feed.publish([priced("FPT", 7, 80_200_000n)]);
  expect(quote()).toMatchObject({ lastPrice: 80_200_000n, seq: 7, total: { quantity: 200 } });
});

test.each([false, true])(
  "a snapshot with a last price that margin rejects shows the prices that are known, and the rest of it, doubtful: %s",
  async (hasDoubts) => {
    let isDoubtful = false;
    const base = createProcessFeed();
    const feed: Feed = { isAlwaysTrading: false, follow: base.follow, isDoubtful: () => isDoubtful };
    const { marks, quote, book } = await planPumped(feed);
    const publisher = new QuoteBoard([listed(book.findInstrument("FPT"))]);
    const publish = () => {
      isDoubtful = hasDoubts;
      base.publish([publisher.snapshotOf("FPT") ?? []].flat());
      isDoubtful = false;
    };
    publisher.apply(day("FPT", 1, 80_000_000n));
    publisher.apply(priced("FPT", 2, 80_000n));
    publish();
    await vi.waitFor(() =>
      expect(quote()).toMatchObject({ lastPrice: undefined, lowPrice: undefined, seq: 2 }),
    );
    base.publish([trade("FPT", 3)]);
    publisher.apply(trade("FPT", 3));
    publisher.apply(priced("FPT", 4, 80_000n));
    publish();
    const known = { lastPrice: 80_100_000n, lowPrice: 80_100_000n, openPrice: 80_100_000n };
    await vi.waitFor(() => expect(quote()).toMatchObject({ ...known, seq: 4, total: { quantity: 300 } }));
    expect([marks.priceOf("FPT"), marks.refusedCount()]).toEqual([80_100_000n, 2]);
  },
);

test("a day's reference price that margin rejects is not shown, and a doubtful trade neither", async () => {
  const base = createProcessFeed();
  let isDoubtful = false;
  const feed: Feed = { isAlwaysTrading: false, follow: base.follow, isDoubtful: () => isDoubtful };
  const { marks, quote, book } = await planPumped(feed);
  base.publish([day("FPT", 1, 80_000_000n), trade("FPT", 2), day("FPT", 3, 80_000n)]);
  expect(quote()).toMatchObject({ referencePrice: 80_100_000n, lastPrice: undefined, seq: 3 });
  const publisher = new QuoteBoard([listed(book.findInstrument("FPT"))]);
  publisher.apply(trade("FPT", 1));
  isDoubtful = true;
  base.publish([...[publisher.snapshotOf("FPT") ?? []].flat(), priced("FPT", 2, 80_000n)]);
  isDoubtful = false;
  await vi.waitFor(() => expect(quote()).toMatchObject({ lastPrice: 80_100_000n, seq: 2 }));
  expect(marks.refusedCount()).toBe(2);
});

test("a price in other units triggers no margin call, with or without the day's reference price", async () => {
  const feed = createProcessFeed();
  const { marks } = await planPumped(feed);
  feed.publish([{ ...trade("FPT", 1), price: 80_000n } as FeedMessage]);
  feed.publish([day("FPT", 2, 80_000n), { ...trade("FPT", 3), price: 80_000n } as FeedMessage]);
  expect(marks.markOf("FPT")).toMatchObject({ price: 80_000_000n, isByHand: true });
  expect(marks.refusedCount()).toBe(3);
  feed.publish([day("FPT", 4, 80_000_000n), trade("FPT", 5)]);
  expect(marks.markOf("FPT")?.price).toBe(80_100_000n);
  feed.publish([{ ...trade("FPT", 6), price: 96_900_000n } as FeedMessage]);
  expect(marks.markOf("FPT")?.price).toBe(80_100_000n);
  expect(marks.refusedCount()).toBe(4);
});

test("logs a failing feed once, and follows it once it recovers", async () => {
  const inner = createProcessFeed();
  const { market, quote } = await planPumped(inner);
  const logged: LogEntry[] = [];
  const log = (entry: LogEntry) => void logged.push(entry);
  let followCount = 0;
  const feed: Feed = {
    isAlwaysTrading: false,
    follow: async (take) => {
      followCount += 1;
      if (followCount <= 2) throw new Error("The feed is unreachable.");
      return inner.follow(take);
    },
  };
  const pumped = pumpFeed(
    feed,
    { market, note: () => {}, now: () => sessionMs, log, registry: new Registry() },
    10,
  );
  onTestFinished(pumped.stop);
  await vi.waitFor(() => expect(followCount).toBe(3));
  inner.publish([trade("FPT", 1)]);
  expect(quote()).toMatchObject({ lastPrice: 80_100_000n });
  await new Promise((settle) => setTimeout(settle, 100));
  expect(followCount).toBe(3);
  expect(logged.map(({ event }) => event)).toEqual(["following the feed failed"]);
});

test("a price that cannot be judged does not stop the feed, and its quote is shown", async () => {
  const feed = createProcessFeed();
  const { quote, marks, logged } = await planPumped(feed);
  Object.assign(marks, { hear: fail });
  feed.publish([trade("FPT", 1)]);
  expect(quote()).toMatchObject({ lastPrice: 80_100_000n });
  expect(logged).toMatchObject([{ level: "error", event: "processing a feed message failed" }]);
});

test("the watch gets a price even if its quote cannot be shown", async () => {
  const feed = createProcessFeed();
  const { board, marks, logged } = await planPumped(feed);
  Object.assign(board, { apply: fail });
  feed.publish([trade("FPT", 1)]);
  expect(marks.markOf("FPT")?.price).toBe(80_100_000n);
  expect(logged).toMatchObject([{ level: "error", event: "processing a feed message failed" }]);
});

function day(symbol: string, seq: number, referencePrice: bigint): FeedMessage {
  return { kind: "day", symbol, seq, atMs: sessionMs, date: "2026-11-17", referencePrice };
}

function priced(symbol: string, seq: number, price: bigint): SymbolMessage {
  return { kind: "trade", symbol, seq, atMs: sessionMs, price, quantity: 100, side: "buy" };
}

function listed(instrument: Instrument | undefined): Instrument {
  if (instrument === undefined) throw new Error("Nothing is listed under this symbol.");
  return instrument;
}

function fail(): never {
  throw new Error("The quote cannot be shown.");
}

test("shows what a feed delivers while it is being followed", async () => {
  const feed: Feed = {
    isAlwaysTrading: false,
    follow: async (take) => {
      take([trade("FPT", 1)]);
      return { need: () => {}, stop: async () => {} };
    },
  };
  const { quote, logged } = await planPumped(feed);
  expect(quote()).toMatchObject({ lastPrice: 80_100_000n });
  expect(logged).toEqual([]);
});
