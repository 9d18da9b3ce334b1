import type { Feed, FeedMessage } from "@trading-oms/brokerage/ports";
import { createProcessFeed } from "@trading-oms/feed";
import { type Instrument, MinutePrices, QuoteBoard } from "@trading-oms/market";
import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import type { LogEntry } from "../../../http/log-and-trace.ts";
import { parseExposition } from "../../../testing/parse-exposition.ts";
import { planHeld } from "../../../testing/plan-held.ts";
import { openMetrics } from "../observe/metrics.ts";
import { openBooks } from "./books.ts";
import { pumpFeed, startFollowing } from "./following.ts";

const sessionMs = Date.parse("2026-11-17T10:00:00+07:00");

/** A server that does not run the watch, with FPT listed. */
async function planPumped(feed: Feed) {
  const { services, clock } = await planHeld();
  clock.nowMs = sessionMs;
  const logged: LogEntry[] = [];
  const books = await openBooks(services, feed);
  const registry = new Registry();
  const prices = new MinutePrices();
  const following = startFollowing(
    { ...services, ...books, prices },
    {
      ...{ log: (entry) => void logged.push(entry), registry, makeId: services.makeId },
      ...{ feed, isWatching: false, desk: undefined },
    },
  );
  onTestFinished(following.stop);
  await books.board.whenReady();
  const quote = () => books.board.search("FPT").found[0]?.quote;
  return { ...books, prices, registry, logged, clock, quote };
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
  expect([prices.completeSinceMs("FPT"), prices.minutesOf("FPT")]).toEqual([sessionMs - 1_000, []]);
  isDoubtful = false;
  await vi.waitFor(() => expect(quote()).toMatchObject({ total: { quantity: 200 } }));
  base.publish([trade("FPT", 3)]);
  expect(prices.minutesOf("FPT")).toMatchObject([{ atMs: sessionMs, quantity: 100 }]);
  expect(prices.completeSinceMs("FPT")).toBe(sessionMs - 1_000);
});

test("counts trades by minute, and a gap moves the time since when they are complete", async () => {
  const publisher = new QuoteBoard();
  const feed = createProcessFeed();
  const { prices, book } = await planPumped(feed);
  publisher.list(listed(book.findInstrument("FPT")));
  feed.publish([day("FPT", 1, 80_000_000n), trade("FPT", 2, -60_000), trade("FPT", 3)]);
  expect(prices.minutesOf("FPT")).toMatchObject([{ quantity: 100 }, { quantity: 100 }]);
  const sinceMs = prices.completeSinceMs("FPT");
  // Neither is applied twice, and the next day is none of a gap.
  feed.publish([trade("FPT", 3), trade("FPT", 5), { ...day("FPT", 4, 80_000_000n), atMs: sessionMs + 1 }]);
  expect([sinceMs, prices.completeSinceMs("FPT")]).toEqual([sessionMs, sessionMs]);
  expect(prices.minutesOf("FPT")).toMatchObject([{ quantity: 100 }, { quantity: 100 }]);
  feed.publish([{ ...day("FPT", 9, 80_000_000n), atMs: sessionMs - 1 }]);
  expect(prices.completeSinceMs("FPT")).toBe(sessionMs - 1);
  publisher.apply(trade("FPT", 1, -3));
  feed.publish([publisher.snapshotOf("FPT") ?? []].flat());
  expect(prices.completeSinceMs("FPT")).toBe(sessionMs - 3);
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
  const { board, marks, quote } = await planPumped(inner);
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
    {
      board,
      marks,
      prices: new MinutePrices(),
      isListed: () => true,
      findInstrument: () => undefined,
      onPriceChange: () => {},
      note: () => {},
      now: () => sessionMs,
      log,
      registry: new Registry(),
    },
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
