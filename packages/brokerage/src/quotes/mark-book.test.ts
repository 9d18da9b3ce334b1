import type { QuoteSnapshot } from "@trading-oms/market";
import { expect, test } from "vitest";
import type { FeedMessage } from "../ports/index.ts";
import { setPrice } from "../settings/set-price.ts";
import { openMarkBook } from "../testing/open-mark-book.ts";
import { planWatch, sessionMs, statusOf, tradeOf } from "../testing/plan-watch.ts";

test("an earlier trade that returns from the store does not undo a trade of the same millisecond", async () => {
  const { services, trade } = await planWatch();
  const book = await openMarkBook(services);
  book.hear([trade(84_000_000n)]);
  const saving = book.save();
  book.hear([trade(83_000_000n)]);
  await saving;
  expect([...(await book.refresh())]).toEqual([]);
  expect(book.markOf("FPT")?.price).toBe(83_000_000n);
});

test("rejects and counts a trade from more than a second ahead and accepts a closer one", async () => {
  const { services, clock } = await planWatch();
  const book = await openMarkBook(services);
  const tradeAt = (atMs: number, price: bigint) => book.hear([tradeOf("FPT", price, atMs)]);
  expect([...tradeAt(clock.nowMs + 1_000, 84_000_000n)]).toEqual(["FPT"]);
  expect([...tradeAt(clock.nowMs + 1_001, 85_000_000n)]).toEqual([]);
  expect(book.markOf("FPT")?.price).toBe(84_000_000n);
  expect(book.refusedCount()).toBe(1);
});

test("a price set by hand replaces one from a clock that was a day ahead", async () => {
  const { services, memory, clock } = await planWatch();
  const ahead = { symbol: "FPT", price: 90_000_000n, atMs: clock.nowMs + 86_400_000, isByHand: true };
  await services.store.setMarks([ahead], { nowMs: services.now() });
  const book = await openMarkBook(services);
  memory.marks.clear();
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 80_000_000n });
  await book.refresh();
  expect(book.markOf("FPT")?.price).toBe(80_000_000n);
});

test("a price more than a minute ahead yields to the feed's, also after a restart, and is counted", async () => {
  const { services, clock, trade } = await planWatch();
  clock.nowMs += 600_000;
  const book = await openMarkBook(services);
  book.hear([trade(90_000_000n)]);
  await book.save();
  clock.nowMs -= 600_000;
  const restarted = await openMarkBook(services);
  expect(restarted.priceOf("FPT")).toBe(90_000_000n);
  for (const each of [book, restarted]) {
    expect([...each.hear([trade(70_000_000n)])]).toEqual(["FPT"]);
    expect([each.priceOf("FPT"), each.aheadCount()]).toEqual([70_000_000n, 1]);
    expect([...each.hear([trade(71_000_000n)])]).toEqual(["FPT"]);
    expect([...(await each.refresh())]).toEqual([]);
    expect([each.priceOf("FPT"), each.aheadCount()]).toEqual([71_000_000n, 1]);
  }
});

test("a price seen ahead of the clock loses its time in the book and in the store", async () => {
  const { services, memory, clock, trade } = await planWatch();
  clock.nowMs += 600_000;
  const book = await openMarkBook(services);
  book.hear([trade(90_000_000n)]);
  await book.save();
  clock.nowMs -= 600_000;
  // Only the store has it, then only the book.
  const restarted = await openMarkBook(services);
  expect([restarted.markOf("FPT")?.atMs, memory.marks.get("FPT")?.atMs]).toEqual([0, 0]);
  await book.refresh();
  expect(book.markOf("FPT")).toMatchObject({ price: 90_000_000n, atMs: 0 });
  clock.nowMs += 570_000;
  for (const each of [book, restarted]) {
    expect([...each.hear([trade(70_000_000n)])]).toEqual(["FPT"]);
    expect(each.aheadCount()).toBe(1);
  }
});

test("a price that only the book has, seen ahead of the clock, loses its time and is saved so", async () => {
  const { services, memory, clock, trade } = await planWatch();
  clock.nowMs += 600_000;
  const book = await openMarkBook(services);
  book.hear([trade(90_000_000n)]);
  clock.nowMs -= 600_000;
  await book.refresh();
  expect(book.markOf("FPT")).toMatchObject({ price: 90_000_000n, atMs: 0 });
  expect(memory.marks.get("FPT")).toMatchObject({ price: 90_000_000n, atMs: 0 });
  clock.nowMs += 570_000;
  expect([...book.hear([trade(70_000_000n)])]).toEqual(["FPT"]);
  expect(book.aheadCount()).toBe(1);
});

test("a price in the store that is ahead does not stay there beside a right one in the book", async () => {
  const { services, memory, clock, trade } = await planWatch();
  const book = await openMarkBook(services);
  book.hear([trade(80_000_000n)]);
  await book.save();
  const ahead = { symbol: "FPT", price: 90_000_000n, atMs: clock.nowMs + 600_000, isByHand: true };
  await memory.setMarks([ahead], { nowMs: ahead.atMs });
  expect([...(await book.refresh())]).toEqual([]);
  expect(memory.marks.get("FPT")).toMatchObject({ price: 80_000_000n, atMs: clock.nowMs });
});

test("an older price set by hand does not replace a later trade, however much later", async () => {
  const { services, clock, trade, memory } = await planWatch();
  const book = await openMarkBook(services);
  const byHand = { symbol: "FPT", price: 70_000_000n, atMs: clock.nowMs, isByHand: true };
  clock.nowMs += 3_600_000;
  book.hear([trade(80_000_000n)]);
  await memory.setMarks([byHand], { nowMs: clock.nowMs });
  await book.refresh();
  expect(book.priceOf("FPT")).toBe(80_000_000n);
});

test("a feed that was heard by a wrong clock counts as not heard", async () => {
  const { services, clock, trade } = await planWatch();
  const book = await openMarkBook(services);
  clock.nowMs += 60_001;
  book.hear([trade(80_000_000n)]);
  clock.nowMs -= 60_000;
  expect([book.heardAtMs(), book.sourceHeardAtMs()]).toEqual([clock.nowMs + 60_000, clock.nowMs + 60_000]);
  clock.nowMs -= 1;
  expect([book.heardAtMs(), book.sourceHeardAtMs()]).toEqual([undefined, undefined]);
});

test("the source of prices was last heard by this process or, as the store says, by another", async () => {
  const { services, memory, clock, trade } = await planWatch();
  const book = await openMarkBook(services);
  expect(book.sourceHeardAtMs()).toBeUndefined();
  const heard = { isPlayed: false, atMs: clock.nowMs };
  await memory.saveQuotes([], { nowMs: clock.nowMs, heard });
  await memory.saveQuotes([], { nowMs: clock.nowMs, heard: { isPlayed: true, atMs: clock.nowMs + 5 } });
  await book.refresh();
  expect([book.sourceHeardAtMs(), book.heardAtMs()]).toEqual([clock.nowMs, undefined]);
  clock.nowMs += 1_000;
  book.hear([trade(90_000_000n)]);
  expect(book.sourceHeardAtMs()).toBe(clock.nowMs);
});

test("takes the later of two prices that another process saved in one millisecond, whatever came before", async () => {
  const { services, trade, clock } = await planWatch();
  const [book, other] = [await openMarkBook(services), await openMarkBook(services)];
  book.hear([trade(84_000_000n)]);
  clock.nowMs += 1_000;
  for (const price of [83_000_000n, 82_000_000n]) {
    other.hear([trade(price)]);
    await other.save();
    await book.refresh();
    expect(book.priceOf("FPT")).toBe(price);
  }
});

test("takes a price set by hand after a save, even if the counter was read at its end", async () => {
  const { services, memory, trade, clock } = await planWatch();
  const book = await openMarkBook(services);
  const { setMarks } = memory;
  const written = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  memory.setMarks = async (marks, at) => {
    await setMarks.call(memory, marks, at);
    written.resolve();
    await gate.promise;
  };
  book.hear([trade(84_000_000n)]);
  const saving = book.save();
  await written.promise;
  const refreshing = book.refresh();
  gate.resolve();
  await Promise.all([saving, refreshing]);
  memory.setMarks = setMarks;
  clock.nowMs += 1_000;
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 90_000_000n });
  expect([...(await book.refresh())]).toEqual(["FPT"]);
});

test("a last price is the same unchanged object until the next one", async () => {
  const { services, trade, clock } = await planWatch();
  const book = await openMarkBook(services);
  expect([book.markOf("FPT"), book.priceOf("FPT")]).toEqual([undefined, undefined]);
  book.hear([trade(84_000_000n)]);
  const first = book.markOf("FPT");
  book.hear([statusOf("FPT", true)]);
  expect(book.markOf("FPT")).toBe(first);
  clock.nowMs += 1;
  book.hear([trade(84_000_000n)]);
  expect(book.markOf("FPT")).not.toBe(first);
  expect(first).toMatchObject({ price: 84_000_000n, atMs: clock.nowMs - 1, isByHand: false });
  expect(book.priceOf("FPT")).toBe(84_000_000n);
});

test("a price that a failed refresh adopted is reported by the next one", async () => {
  const { services, clock } = await planWatch();
  let failuresLeft = 0;
  const yieldToEventLoop = async () => {
    failuresLeft -= 1;
    if (failuresLeft >= 0) throw new Error("The store is away.");
  };
  const book = await openMarkBook(services, { yieldToEventLoop });
  const symbols = ["FPT", ...Array.from({ length: 2_000 }, (_, place) => `S${place}`)];
  const marks = symbols.map((symbol) => ({ symbol, price: 90_000_000n, atMs: clock.nowMs, isByHand: false }));
  await services.store.setMarks(marks, { nowMs: clock.nowMs });
  failuresLeft = 1;
  await expect(book.refresh()).rejects.toThrow();
  expect(book.priceOf("FPT")).toBe(90_000_000n);
  expect([...(await book.refresh())]).toContain("FPT");
  expect([...(await book.refresh())]).toEqual([]);
});

const noTrades = { quantity: 0, turnover: 0n, tradeCount: 0 };

const unknownQuote: QuoteSnapshot = {
  date: "2026-11-16",
  referencePrice: 100_000_000n,
  session: "continuous",
  isHalted: false,
  lastPrice: undefined,
  lastQuantity: undefined,
  lastTradedAtMs: undefined,
  openPrice: undefined,
  closePrice: undefined,
  highPrice: undefined,
  lowPrice: undefined,
  total: noTrades,
  bought: noTrades,
  sold: noTrades,
  openInterest: undefined,
  depth: undefined,
  sentiment: undefined,
  news: [],
  quotedSeq: 7,
  quotedAtMs: sessionMs,
};

const snapshotOf = (quote: Partial<QuoteSnapshot>): FeedMessage => ({
  kind: "snapshot",
  symbol: "FPT",
  seq: 9,
  atMs: sessionMs,
  quote: { ...unknownQuote, ...quote },
});

test("a snapshot sets the last price and the halt of its symbol", async () => {
  const { services } = await planWatch();
  const book = await openMarkBook(services);
  const heard = book.hear([snapshotOf({ lastPrice: 84_000_000n, isHalted: true })]);
  expect([...heard]).toEqual(["FPT"]);
  expect(book.markOf("FPT")).toMatchObject({ price: 84_000_000n, atMs: sessionMs, isByHand: false });
  expect(book.isHalted("FPT")).toBe(true);
  expect([...book.hear([snapshotOf({ isHalted: false })])]).toEqual(["FPT"]);
  expect(book.isHalted("FPT")).toBe(false);
  expect(book.markOf("FPT")?.price).toBe(84_000_000n);
  expect([...book.hear([snapshotOf({ lastPrice: 84_000_000n })])]).toEqual([]);
});

test("a snapshot of a past day has a price of that day", async () => {
  const { services } = await planWatch();
  const book = await openMarkBook(services);
  book.hear([snapshotOf({ lastPrice: 84_000_000n, date: "2026-11-13" })]);
  expect(book.markOf("FPT")?.atMs).toBe(Date.parse("2026-11-13T23:59:59.999+07:00"));
});

test("a snapshot does not revert a price set by hand after the last trade, whatever came since", async () => {
  const { services, clock } = await planWatch();
  const book = await openMarkBook(services);
  book.hear([tradeOf("FPT", 80_000_000n, sessionMs)]);
  clock.nowMs = sessionMs + 60_000;
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 90_000_000n });
  await book.refresh();
  const known = { lastPrice: 80_000_000n, quotedAtMs: sessionMs + 120_000 };
  clock.nowMs = sessionMs + 180_000;
  expect([...book.hear([snapshotOf({ ...known, lastTradedAtMs: sessionMs })])]).toEqual([]);
  expect([...book.hear([snapshotOf({ ...known, lastTradedAtMs: undefined })])]).toEqual([]);
  expect(book.markOf("FPT")).toMatchObject({ price: 90_000_000n, isByHand: true });
  book.hear([snapshotOf({ ...known, lastPrice: 81_000_000n, lastTradedAtMs: sessionMs + 61_000 })]);
  expect(book.markOf("FPT")).toMatchObject({ price: 81_000_000n, isByHand: false });
});

test("a snapshot reverts a later feed price, also in the store", async () => {
  const { services, clock } = await planWatch();
  const book = await openMarkBook(services);
  clock.nowMs = sessionMs + 60_000;
  book.hear([tradeOf("FPT", 20_000_000n, sessionMs + 60_000)]);
  await book.save();
  const known = { lastPrice: 80_000_000n, lastTradedAtMs: sessionMs };
  expect([...book.hear([snapshotOf(known)])]).toEqual(["FPT"]);
  expect(book.markOf("FPT")?.price).toBe(80_000_000n);
  expect([...book.hear([snapshotOf(known)])]).toEqual([]);
  await book.save();
  expect([...(await book.refresh())]).toEqual([]);
  expect(await services.store.readMarks(["FPT"])).toMatchObject([{ price: 80_000_000n }]);
});

test("a lagging feed's snapshot reverts a price from the store only after half a minute", async () => {
  const { services, clock } = await planWatch();
  const [book, ahead] = [await openMarkBook(services), await openMarkBook(services)];
  book.hear([tradeOf("FPT", 80_000_000n, sessionMs)]);
  clock.nowMs = sessionMs + 1_000;
  ahead.hear([tradeOf("FPT", 78_000_000n, sessionMs + 1_000)]);
  await ahead.save();
  await book.refresh();
  const known = { lastPrice: 80_000_000n, lastTradedAtMs: sessionMs };
  expect([...book.hear([snapshotOf(known)])]).toEqual([]);
  clock.nowMs = sessionMs + 31_000;
  expect([...book.hear([snapshotOf(known)])]).toEqual([]);
  clock.nowMs += 1;
  expect([...book.hear([snapshotOf(known)])]).toEqual(["FPT"]);
});

test("a new day begins with nothing halted", async () => {
  const { services } = await planWatch();
  const book = await openMarkBook(services);
  book.hear([statusOf("FPT", true)]);
  const day = { kind: "day", symbol: "FPT", seq: 2, date: "2026-11-16", referencePrice: 1n } as const;
  expect([...book.hear([{ ...day, atMs: sessionMs }])]).toEqual(["FPT"]);
  expect(book.isHalted("FPT")).toBe(false);
});

test("on a day without a trade its reference price is the price, until one is traded", async () => {
  const { services } = await planWatch();
  const book = await openMarkBook(services);
  const morningMs = Date.parse("2026-11-17T08:00:00+07:00");
  book.hear([tradeOf("FPT", 84_000_000n, sessionMs)]);
  const day = {
    kind: "day",
    symbol: "FPT",
    seq: 9_000,
    date: "2026-11-17",
    referencePrice: 42_000_000n,
  } as const;
  expect([...book.hear([{ ...day, atMs: sessionMs }])]).toEqual(["FPT"]);
  expect([book.priceOf("FPT"), book.markOf("FPT")?.price]).toEqual([42_000_000n, 42_000_000n]);
  expect(book.markOf("FPT")?.atMs).toBe(Date.parse("2026-11-17T00:00:00+07:00"));
  // The trade of the day before is what is saved as the last price.
  await book.save();
  expect((await services.store.readMarks(["FPT"]))[0]?.price).toBe(84_000_000n);
  expect([...book.hear([{ ...day, seq: 9_001, atMs: sessionMs }])]).toEqual([]);
  const later = { ...services, now: () => morningMs };
  const restarted = await openMarkBook(later);
  restarted.hear([{ ...day, atMs: morningMs }, tradeOf("FPT", 43_000_000n, morningMs)]);
  expect(restarted.markOf("FPT")).toMatchObject({ price: 43_000_000n, atMs: morningMs });
});

test("a price by hand of the day before yields to the reference price of the new day", async () => {
  const { services } = await planWatch();
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 84_000_000n });
  const book = await openMarkBook(services);
  expect(book.byHandOf("FPT")?.price).toBe(84_000_000n);
  const day = {
    kind: "day",
    symbol: "FPT",
    seq: 2,
    date: "2026-11-17",
    referencePrice: 42_000_000n,
  } as const;
  book.hear([{ ...day, atMs: sessionMs }]);
  expect([book.byHandOf("FPT"), book.priceOf("FPT")]).toEqual([undefined, 42_000_000n]);
});

test("a price that its own process has set is there at once, and told by the next refresh", async () => {
  const { services } = await planWatch();
  const book = await openMarkBook(services);
  await setPrice({ ...services, marks: book }, { isConfirmed: true, symbol: "FPT", price: 84_000_000n });
  expect(book.byHandOf("FPT")?.price).toBe(84_000_000n);
  expect([...(await book.refresh())]).toEqual(["FPT"]);
  expect([...(await book.refresh())]).toEqual([]);
});

test("a halt with an earlier time than the message before it is not older than that message", async () => {
  const { services } = await planWatch();
  const book = await openMarkBook(services);
  book.hear([tradeOf("FPT", 84_000_000n, sessionMs + 500)]);
  book.hear([statusOf("FPT", true, sessionMs + 200)]);
  expect(book.stateOf("FPT")).toMatchObject({ atMs: sessionMs + 500, isHalted: true });
});

test("lists what is halted and listed, in order", async () => {
  const { services } = await planWatch();
  const listed = new Set(["VNM", "FPT", "HPG"]);
  const book = await openMarkBook(services, { isListed: (symbol) => listed.has(symbol) });
  book.hear(["VNM", "FPT", "HPG"].map((symbol) => statusOf(symbol, true)));
  expect(book.haltedSymbols()).toEqual(["FPT", "HPG", "VNM"]);
  book.hear([statusOf("FPT", false)]);
  listed.delete("HPG");
  expect(book.haltedSymbols()).toEqual(["VNM"]);
});

test("any feed message counts as a sign of life", async () => {
  const { services, clock } = await planWatch();
  const book = await openMarkBook(services);
  expect(book.heardAtMs()).toBeUndefined();
  clock.nowMs += 1_000;
  const depth = { kind: "depth", symbol: "FPT", seq: 1, bids: [], asks: [] } as const;
  expect([...book.hear([{ ...depth, atMs: sessionMs }])]).toEqual([]);
  expect(book.heardAtMs()).toBe(sessionMs + 1_000);
});

test("keeps nothing of messages about unlisted symbols", async () => {
  const { services } = await planWatch();
  const book = await openMarkBook(services, { isListed: (symbol) => symbol === "FPT" });
  const told = (symbol: string): FeedMessage[] => [
    statusOf(symbol, true),
    { ...snapshotOf({ lastPrice: 84_000_000n, isHalted: true }), symbol } as FeedMessage,
  ];
  expect(book.hear(told("GONE"))).toEqual([]);
  expect([book.isHalted("GONE"), book.priceOf("GONE")]).toEqual([false, undefined]);
  expect(book.hear(told("FPT"))).toEqual(["FPT"]);
  expect([book.isHalted("FPT"), book.priceOf("FPT")]).toEqual([true, 84_000_000n]);
});
