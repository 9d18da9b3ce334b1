import type { Feed, FeedMessage } from "@trading-oms/brokerage/ports";
import { createProcessFeed } from "@trading-oms/feed";
import {
  type Instrument,
  QuoteBoard,
  renderQuote,
  type SnapshotMessage,
  type StandingQuote,
} from "@trading-oms/market";
import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import type { LogEntry } from "../../../log-and-trace.ts";
import { listInstruments } from "../../../testing/list-instruments.ts";
import { planHeld } from "../../../testing/plan-held.ts";
import { startFollowing } from "./following.ts";
import { openServerMarket } from "./open-market.ts";

const sessionMs = Date.parse("2026-11-17T10:00:00+07:00");

/** One store, and any number of servers on it. */
async function planStore() {
  const { services, clock } = await planHeld();
  clock.nowMs = sessionMs;
  const logged: LogEntry[] = [];
  const start = async (feed: Feed | undefined, isWatching: boolean, isPlayed = false) => {
    const log = (entry: LogEntry): void => void logged.push(entry);
    const market = await openServerMarket({ ...services, log }, feed, isPlayed);
    const { book, marks, board } = market;
    const registry = new Registry();
    const following = startFollowing(
      { ...services, market, book, marks },
      { log, registry, makeId: services.makeId, feed, isWatching },
    );
    let isStopped = false;
    const stop = async (): Promise<void> => {
      if (!isStopped) await following.stop();
      isStopped = true;
    };
    onTestFinished(stop);
    const quoteOf = async (symbol: string): Promise<StandingQuote | undefined> => {
      await board.whenReady();
      return board.search(symbol).found[0]?.quote;
    };
    const { stopWatch } = following;
    return { registry, stopWatch, stop, quote: () => quoteOf("FPT"), quoteOf, marks };
  };
  const savedSeq = async (): Promise<number | undefined> =>
    (await services.store.readQuotes(["FPT"]))[0]?.seq;
  return { services, clock, logged, start, savedSeq };
}

function trade(seq: number, price = 80_100_000n): FeedMessage {
  return { kind: "trade", symbol: "FPT", seq, atMs: sessionMs, price, quantity: 100, side: "buy" };
}

const listedVnm: Instrument = {
  symbol: "VNM",
  exchange: "HOSE",
  type: "stock",
  name: "VNM",
  companyName: "Vinamilk",
  referencePrice: 80_000_000n,
  lot: 100n,
  minQuantity: 100n,
  maxQuantity: 500_000n,
};

function snapshotOf(board: QuoteBoard): SnapshotMessage {
  const snapshot = board.snapshotOf("VNM");
  if (snapshot === undefined) throw new Error("Nothing was told of VNM.");
  return snapshot;
}

const inTime = { timeout: 5_000 };

test("saves quotes from a feed, and a server that starts before its feed answers with them", async () => {
  const { start, savedSeq } = await planStore();
  const feed = createProcessFeed();
  const first = await start(feed, true);
  feed.publish([trade(1), trade(2)]);
  await vi.waitFor(async () => expect(await savedSeq()).toBe(2), inTime);
  await first.stop();
  const silent = await start(createProcessFeed(), true);
  expect(await silent.quote()).toMatchObject({
    lastPrice: 80_100_000n,
    total: { quantity: 200 },
    quotedAtMs: sessionMs,
  });
});

test("shows what was received about a symbol before it was listed, with and without a feed", async () => {
  const { services, start } = await planStore();
  const vnm = new QuoteBoard([listedVnm]);
  const feed = createProcessFeed({ snapshots: () => [vnm.snapshotOf("VNM") ?? []].flat() });
  const teller = await start(feed, false);
  const told = { ...trade(1), symbol: "VNM" } as const;
  vnm.apply(told);
  feed.publish([told]);
  expect(teller.marks.markOf("VNM")).toBeUndefined();
  const quote = renderQuote(snapshotOf(vnm).quote);
  await services.store.saveQuotes([{ symbol: "VNM", seq: 1, atMs: sessionMs, day: "{}", snapshot: quote }], {
    nowMs: services.now(),
  });
  const follower = await start(undefined, false);
  await follower.quote();
  await listInstruments(services, "FPT", "41I1GB000", "VNM");
  await vi.waitFor(
    async () => expect(await teller.quoteOf("VNM")).toMatchObject({ lastPrice: 80_100_000n }),
    inTime,
  );
  await vi.waitFor(
    async () => expect(await follower.quoteOf("VNM")).toMatchObject({ lastPrice: 80_100_000n }),
    inTime,
  );
  expect(teller.marks.markOf("VNM")?.price).toBe(80_100_000n);
});

test("accepts stored simulated prices only with a simulated feed, and otherwise ignores them until a real trade", async () => {
  const { services, clock, start, savedSeq } = await planStore();
  const readMarks = () => services.store.readMarks(["FPT"]);
  const played = createProcessFeed();
  const player = await start(played, true, true);
  clock.nowMs += 1_000;
  played.publish([{ ...trade(1), atMs: clock.nowMs }]);
  await vi.waitFor(async () => expect(await savedSeq()).toBe(1), inTime);
  await player.stop();
  const again = await start(createProcessFeed(), false, true);
  expect(await again.quote()).toMatchObject({ lastPrice: 80_100_000n });
  expect(again.marks.markOf("FPT")).toMatchObject({ price: 80_100_000n, isPlayed: true });
  await again.stop();
  const feed = createProcessFeed();
  const real = await start(feed, true);
  expect(await real.quote()).toBeUndefined();
  expect(real.marks.markOf("FPT")).toBeUndefined();
  expect(real.marks.passedOverCount()).toBeGreaterThan(0);
  feed.publish([trade(1, 79_000_000n)]);
  const paid = { price: 79_000_000n, atMs: sessionMs };
  await vi.waitFor(async () => expect(await readMarks()).toMatchObject([paid]), inTime);
  expect((await start(undefined, false)).marks.markOf("FPT")).toMatchObject(paid);
});

test("a stopping server saves the quotes since the last save", async () => {
  const { start, savedSeq } = await planStore();
  const feed = createProcessFeed();
  const { stop } = await start(feed, true);
  feed.publish([trade(1)]);
  await vi.waitFor(async () => expect(await savedSeq()).toBe(1), inTime);
  feed.publish([trade(2)]);
  await stop();
  expect(await savedSeq()).toBe(2);
});

test("keeps the price and quote that arrive while the last requests are answered", async () => {
  const { services, start, savedSeq } = await planStore();
  const feed = createProcessFeed();
  const { stopWatch, stop } = await start(feed, true);
  feed.publish([trade(1)]);
  await vi.waitFor(async () => expect(await savedSeq()).toBe(1), inTime);
  stopWatch();
  await new Promise((settle) => setTimeout(settle, 300));
  feed.publish([trade(2, 79_000_000n)]);
  await stop();
  expect(await savedSeq()).toBe(2);
  expect(await services.store.readMarks(["FPT"])).toMatchObject([{ price: 79_000_000n }]);
});

test("a server without a feed follows the quotes that another saves; one with a live feed does not", async () => {
  const { start } = await planStore();
  const [feed, ownFeed] = [createProcessFeed(), createProcessFeed()];
  const teller = await start(feed, true);
  const follower = await start(undefined, false);
  const hearer = await start(ownFeed, false);
  ownFeed.publish([trade(1, 82_000_000n)]);
  feed.publish([trade(1, 80_000_000n)]);
  await vi.waitFor(
    async () => expect(await follower.quote()).toMatchObject({ lastPrice: 80_000_000n }),
    inTime,
  );
  feed.publish([trade(2, 81_000_000n)]);
  await vi.waitFor(
    async () => expect(await follower.quote()).toMatchObject({ lastPrice: 81_000_000n }),
    inTime,
  );
  expect(await teller.quote()).toMatchObject({ lastPrice: 81_000_000n });
  expect(await hearer.quote()).toMatchObject({ lastPrice: 82_000_000n });
});

test("a server with a feed saves its quotes even if one without a feed ran the watch before", async () => {
  const { services, start, savedSeq } = await planStore();
  const first = await start(undefined, true);
  await vi.waitFor(
    async () => expect(await first.registry.metrics()).toContain("oms_watch_shards 64\n"),
    inTime,
  );
  const feed = createProcessFeed();
  await start(feed, true);
  feed.publish([trade(1)]);
  await vi.waitFor(async () => expect(await savedSeq()).toBe(1), inTime);
  expect(await services.store.readMarks(["FPT"])).toMatchObject([{ price: 80_100_000n, atMs: sessionMs }]);
  await vi.waitFor(async () => expect(await first.quote()).toMatchObject({ lastPrice: 80_100_000n }), inTime);
});

test("a server whose feed is silent leaves saving to one whose feed is live", async () => {
  const { clock, start, savedSeq } = await planStore();
  const [silent, feed] = [createProcessFeed(), createProcessFeed()];
  await start(silent, true);
  silent.publish([trade(1)]);
  await vi.waitFor(async () => expect(await savedSeq()).toBe(1), inTime);
  await start(feed, true);
  clock.nowMs += 11_000;
  feed.publish([
    { ...trade(1), atMs: clock.nowMs },
    { ...trade(2), atMs: clock.nowMs },
  ]);
  await vi.waitFor(async () => expect(await savedSeq()).toBe(2), inTime);
});

test("a server whose feed was heard and then fell silent follows the days that another saves", async () => {
  const { clock, start } = await planStore();
  const [silent, feed] = [createProcessFeed(), createProcessFeed()];
  await start(feed, true);
  const hearer = await start(silent, false);
  const day = { kind: "day", symbol: "FPT", seq: 1, date: "2026-11-17" } as const;
  silent.publish([{ ...day, atMs: sessionMs, referencePrice: 82_000_000n }]);
  clock.nowMs += 11_000;
  feed.publish([{ ...day, atMs: clock.nowMs, referencePrice: 81_000_000n }]);
  await vi.waitFor(
    () => expect(hearer.marks.stateOf("FPT")?.day).toMatchObject({ referencePrice: 81_000_000n }),
    inTime,
  );
});

test("the watch stores which reference prices moved", async () => {
  const { services, start } = await planStore();
  const feed = createProcessFeed();
  await start(feed, true);
  const of = { symbol: "FPT", atMs: sessionMs } as const;
  const closedMs = Date.parse("2026-11-16T14:45:00+07:00");
  feed.publish([
    { ...of, kind: "close", seq: 1, atMs: closedMs, price: 80_000_000n },
    { ...of, kind: "day", seq: 2, date: "2026-11-17", referencePrice: 40_000_000n },
  ]);
  const moved = { symbol: "FPT", date: "2026-11-17", adjustmentId: "", state: "moved", terms: "" };
  await vi.waitFor(async () => expect(await services.store.listExDates()).toEqual([moved]), {
    timeout: 15_000,
    interval: 100,
  });
});

test("a server that does not run the watch saves nothing", async () => {
  const { services, start } = await planStore();
  const feed = createProcessFeed();
  const { stop } = await start(feed, false);
  feed.publish([trade(1)]);
  await new Promise((settle) => setTimeout(settle, 1_200));
  await stop();
  expect((await services.store.readVersions()).quotes).toBe(0);
});

test("logs an unreadable quote by symbol, counts it, and answers without it", async () => {
  const { services, logged, start } = await planStore();
  await services.store.saveQuotes(
    [{ symbol: "FPT", atMs: 1, seq: 1, day: "{}", snapshot: '{"date":"today"}' }],
    {
      nowMs: services.now(),
    },
  );
  const { quote, registry } = await start(undefined, false);
  expect(await quote()).toBeUndefined();
  expect(logged).toMatchObject([
    { level: "warn", event: "stored quote is unreadable", notes: { symbol: "FPT" } },
  ]);
  expect(await registry.metrics()).toContain("oms_quotes_unreadable_total 1\n");
});

test("logs a failure to read quotes once, does not delay searches, and reads them after recovery", async () => {
  const { services, logged, start } = await planStore();
  const snapshotter = createProcessFeed();
  const teller = await start(snapshotter, true);
  snapshotter.publish([trade(1)]);
  await vi.waitFor(async () => expect((await services.store.readVersions()).quotes).toBe(1), inTime);
  await teller.stop();
  const { store } = services;
  const { listQuotes } = store;
  Object.assign(store, { listQuotes: () => Promise.reject(new Error("The store is away.")) });
  const { quote } = await start(undefined, false);
  expect(await quote()).toBeUndefined();
  await new Promise((settle) => setTimeout(settle, 600));
  expect(logged.filter(({ event }) => event === "reading quotes failed")).toHaveLength(1);
  Object.assign(store, { listQuotes: listQuotes.bind(store) });
  await vi.waitFor(async () => expect(await quote()).toMatchObject({ lastPrice: 80_100_000n }), inTime);
});
