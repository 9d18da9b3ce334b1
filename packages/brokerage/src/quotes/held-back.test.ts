import { QuoteBoard, renderQuote, renderQuoteDay } from "@trading-oms/market";
import { describe, expect, it } from "vitest";
import { setPosition } from "../accounts/positions.ts";
import { adjustSymbol } from "../adjustments/adjust-symbol.ts";
import { releaseCalls } from "../adjustments/ex-dates.ts";
import type { FeedMessage, Store } from "../ports/index.ts";
import { setHolidays } from "../settings/set-holidays.ts";
import { byLan, fpt, list } from "../testing/plan-services.ts";
import { planHeld, tradeOf } from "../testing/plan-watch.ts";
import { isHeldBack, isKnownHeldBack, listHeldBack, openDays } from "./held-back.ts";
import { compareDay, countMoved, isFeedAtFault } from "./moved-days.ts";
import type { TradingDay } from "./quote-state.ts";

const [monday, tuesday] = ["2026-11-16", "2026-11-17"];
const closeMs = Date.parse("2026-11-16T14:45:00+07:00");
const openMs = Date.parse("2026-11-17T09:15:00+07:00");

function dayOf(referencePrice: bigint, symbol = "FPT"): FeedMessage {
  const atMs = Date.parse("2026-11-17T08:30:00+07:00");
  return { kind: "day", symbol, seq: 1, atMs, date: tuesday, referencePrice };
}

/** Saves the quote of FPT, which closed on Monday at 100,000, after a message about its day. */
async function saveQuote(store: Pick<Store, "saveQuotes">, day: FeedMessage): Promise<void> {
  const board = new QuoteBoard([{ ...fpt, exchange: "HOSE", type: "stock" }]);
  for (const message of [tradeOf("FPT", 100_000_000n, closeMs), day])
    board.apply({ ...message, seq: 1 } as FeedMessage);
  const { seq, atMs, quote } = board.snapshotOf("FPT") ?? { seq: 0, atMs: 0, quote: undefined };
  if (quote === undefined) throw new Error("FPT has a quote.");
  const texts = { day: renderQuoteDay(quote), snapshot: renderQuote(quote) };
  await store.saveQuotes([{ symbol: "FPT", seq, atMs, ...texts }], { nowMs: openMs });
}

/** 1,000 FPT bought at 100,000, which closed on Monday at 100,000; called below 83,333. It is Tuesday morning. */
async function planMorning(closingMs = closeMs) {
  const world = await planHeld(closingMs);
  await world.hear(tradeOf("FPT", 100_000_000n, closingMs));
  world.clock.nowMs = openMs;
  await world.turn();
  return world;
}

describe("on an ex-date", () => {
  it("calls no account at the halved price until an operator releases the symbol", async () => {
    const { hear, told, services, turn, failures } = await planMorning();
    await hear(dayOf(50_000_000n));
    await hear(tradeOf("FPT", 50_000_000n, openMs));
    await turn();
    expect(told()).toEqual([]);
    expect((await listHeldBack(services)).heldBack).toMatchObject([{ symbol: "FPT", cause: "moved" }]);
    expect(await releaseCalls(services, { ...byLan, symbol: "FPT" })).toMatchObject({ status: "success" });
    await turn();
    expect(told()).toEqual(["MarginCall/A/FPT/1/0", "ForceClose/A/FPT/1/0"]);
    expect(await releaseCalls(services, { ...byLan, symbol: "FPT" })).toMatchObject({
      status: "failed",
      code: "not_held_back",
    });
    expect(failures).toEqual([]);
  });

  it("a symbol stays held back on later days until it is released, in every process", async () => {
    const { hear, told, services, turn, clock, begin, failures } = await planMorning();
    await hear(dayOf(50_000_000n));
    await turn();
    expect(await services.store.listExDates()).toMatchObject([{ date: tuesday, state: "moved" }]);
    await hear(tradeOf("FPT", 50_000_000n, openMs + 5.5 * 3_600_000));
    clock.nowMs += 24 * 3_600_000;
    const wednesday = { ...dayOf(50_000_000n), date: "2026-11-18", atMs: clock.nowMs } as FeedMessage;
    await hear(wednesday);
    await turn();
    await hear(tradeOf("FPT", 50_000_000n, clock.nowMs));
    await turn();
    expect(told()).toEqual([]);
    const other = await begin("two");
    for (const each of [services, other.services]) {
      expect((await listHeldBack(each)).heldBack).toMatchObject([
        { symbol: "FPT", cause: "moved", movedOn: tuesday },
      ]);
    }
    expect(await releaseCalls(services, { ...byLan, symbol: "FPT" })).toMatchObject({ status: "success" });
    await turn();
    expect(told()).toEqual(["MarginCall/A/FPT/1/0", "ForceClose/A/FPT/1/0"]);
    await turn();
    expect((await services.store.listExDates()).map(({ state }) => state)).toEqual(["released", "released"]);
    expect(failures).toEqual([]);
  });

  it("an adjustment of that day or a later one ends it, and one of an earlier day does not", async () => {
    const { hear, services, turn, clock } = await planMorning();
    await hear(dayOf(50_000_000n));
    await turn();
    clock.nowMs += 24 * 3_600_000;
    await hear({ ...dayOf(50_000_000n), date: "2026-11-18", atMs: clock.nowMs } as FeedMessage);
    const adjust = (date: string) =>
      adjustSymbol(services, {
        ...byLan,
        symbol: "FPT",
        date,
        adjustment: { factor: { numerator: 2n, denominator: 1n } },
      });
    await adjust(monday);
    await services.book.refresh();
    expect(await isHeldBack(services, "FPT")).toBe(true);
    await adjust("2026-11-18");
    await services.book.refresh();
    expect(await isHeldBack(services, "FPT")).toBe(false);
    await turn();
    expect((await listHeldBack(services)).heldBack).toEqual([]);
  });

  it("a process that has not followed yet decides by the quote that was read with the account", async () => {
    const { services, memory, told, hear } = await planMorning();
    await saveQuote(memory, dayOf(50_000_000n));
    // The feed of this process has not sent the day.
    expect(services.marks.stateOf("FPT")?.day).toBeUndefined();
    await hear(tradeOf("FPT", 50_000_000n, openMs));
    expect(told()).toEqual([]);
  });

  it("a reference price within a step of the close holds nothing back, nor does one without a close", async () => {
    const usual = await planMorning();
    await usual.hear(dayOf(99_900_000n), tradeOf("FPT", 80_000_000n, openMs));
    expect(usual.told()).toEqual(["MarginCall/A/FPT/1/0"]);
    const early = await planMorning(closeMs - 16 * 60_000);
    await early.hear(dayOf(50_000_000n), tradeOf("FPT", 50_000_000n, openMs));
    expect(early.told()).toEqual(["MarginCall/A/FPT/1/0", "ForceClose/A/FPT/1/0"]);
    expect(await listHeldBack(early.services)).toEqual({
      heldBack: [],
      withoutPreviousClose: ["FPT"],
      suspectedFeedErrors: [],
    });
  });

  it("an open call is neither ended, nor told as a force close, nor reminded", async () => {
    const { hear, told, clock, turn, memory } = await planHeld(closeMs - 60_000);
    await hear(tradeOf("FPT", 80_000_000n, clock.nowMs));
    expect(told()).toEqual(["MarginCall/A/FPT/1/0"]);
    clock.nowMs = closeMs;
    await hear(tradeOf("FPT", 80_000_000n, closeMs));
    clock.nowMs = openMs;
    await turn();
    await hear(dayOf(40_000_000n), tradeOf("FPT", 40_000_000n, openMs));
    clock.nowMs = openMs + 90 * 60_000;
    await hear(tradeOf("FPT", 120_000_000n, clock.nowMs));
    await turn();
    expect(told()).toEqual(["MarginCall/A/FPT/1/0"]);
    expect(memory.accounts.get("A")?.episodes.get("FPT")).toMatchObject({ isOpen: true });
  });

  it("a process without a feed and one that starts anew agree, from what is stored", async () => {
    const { begin, services: planned, memory, trade } = await planMorning();
    await saveQuote(memory, dayOf(50_000_000n));
    // A command, which has neither prices nor a catalog in memory.
    const { book: _book, marks: _marks, ...bare } = planned;
    expect(await isHeldBack(bare, "FPT")).toBe(true);
    const key = { userId: "user-of-A", accountId: "A", symbol: "FPT" };
    await memory.setMarks([{ symbol: "FPT", price: 50_000_000n, atMs: openMs, isByHand: false }], {
      nowMs: openMs,
    });
    await setPosition(bare, key, { quantity: 1_000n, price: 100_000_000n });
    expect(memory.notifications.filter(({ type }) => type === "MarginCall")).toEqual([]);
    const other = await begin("two");
    expect(await isHeldBack(other.services, "FPT")).toBe(true);
    await other.hear(trade(50_000_000n));
    expect(memory.notifications.filter(({ type }) => type === "MarginCall")).toEqual([]);
    await releaseCalls(bare, { ...byLan, symbol: "FPT" });
    await other.turn();
    expect(await isHeldBack(other.services, "FPT")).toBe(false);
    expect(await isHeldBack(bare, "FPT")).toBe(false);
    await openDays(planned, other.services.marks);
    expect(await isHeldBack(other.services, "FPT")).toBe(false);
  });
});

describe("comparing a reference price", () => {
  const close = { date: monday, price: 50_000_000n };
  const share = { exchange: "HOSE", type: "stock" } as const;

  it.each([
    ["HOSE", "stock", 50_100_000n, "usual"],
    ["HOSE", "stock", 49_900_000n, "usual"],
    ["HOSE", "stock", 50_150_000n, "moved"],
    ["HOSE", "stock", 49_850_000n, "moved"],
    ["HNX", "stock", 50_200_000n, "moved"],
    ["HOSE", "etf", 25_000_000n, "exempt"],
    ["UPCOM", "stock", 25_000_000n, "exempt"],
    ["DERIVATIVES", "future", 25_000_000n, "exempt"],
  ] as const)(
    "on %s, a %s at %d is %s after a close at 50,000",
    (exchange, type, referencePrice, expected) => {
      const day: TradingDay = { date: tuesday, referencePrice, previousClose: close };
      expect(compareDay({ exchange, type, symbol: "FPT" }, day, new Set())).toBe(expected);
    },
  );

  it("takes the close of the trading day before alone", () => {
    const day = { referencePrice: 25_000_000n, previousClose: { date: "2026-11-13", price: 50_000_000n } };
    expect(compareDay(share, { ...day, date: monday }, new Set())).toBe("moved");
    expect(compareDay(share, { ...day, date: tuesday }, new Set())).toBe("unknown");
    expect(compareDay(share, { ...day, date: tuesday }, new Set([monday]))).toBe("moved");
    expect(compareDay(share, { date: tuesday, referencePrice: 25_000_000n }, new Set())).toBe("unknown");
  });

  it("finds the feed at fault where more than a twentieth moved, but not for one symbol", () => {
    expect(isFeedAtFault({ movedCount: 5, comparedCount: 100 })).toBe(false);
    expect(isFeedAtFault({ movedCount: 6, comparedCount: 100 })).toBe(true);
    expect(isFeedAtFault({ movedCount: 1, comparedCount: 1 })).toBe(false);
    const days = [monday, tuesday].map((date, index): [string, TradingDay] => [
      String(index),
      { date, referencePrice: 1n },
    ]);
    expect(countMoved(days, tuesday, () => "moved")).toEqual({ movedCount: 1, comparedCount: 1 });
    expect(countMoved(days, tuesday, () => "unknown")).toEqual({ movedCount: 0, comparedCount: 0 });
  });

  it("compares all symbols once a day, until one of their days, the catalog or the holidays change", async () => {
    const { hear, services, turn } = await planMorning();
    const symbols = Array.from({ length: 50 }, (_, index) => `S${index}`);
    await list(
      services,
      ...["FPT", ...symbols].map((symbol) => ({ ...fpt, symbol, referencePrice: 100_000_000n })),
    );
    await turn();
    for (const symbol of symbols)
      await hear(tradeOf(symbol, 100_000_000n, closeMs), dayOf(100_000_000n, symbol));
    await hear(dayOf(50_000_000n));
    let comparedCount = 0;
    const findInstrument = (symbol: string) => {
      comparedCount += 1;
      return services.book.findInstrument(symbol);
    };
    const asked = { ...services, book: { ...services.book, findInstrument } };
    const compare = () => {
      comparedCount = 0;
      expect(isKnownHeldBack(asked, "FPT")).toBe(true);
      return comparedCount;
    };
    compare();
    expect([compare(), compare()]).toEqual([1, 1]);
    await hear(tradeOf("S1", 99_000_000n, openMs));
    expect(compare()).toBe(1);
    await hear(dayOf(99_000_000n, "S1"));
    expect([compare(), compare()]).toEqual([52, 1]);
    await setHolidays(services, ["2027-01-01"]);
    await services.book.refresh();
    expect([compare(), compare()]).toEqual([52, 1]);
  });

  it("holds nothing back while the feed is at fault, and lists its symbols", async () => {
    const { hear, told, services, turn } = await planMorning();
    const symbols = ["FPT", "VNM", "HPG"];
    await list(services, ...symbols.map((symbol) => ({ ...fpt, symbol, referencePrice: 100_000_000n })));
    await turn();
    for (const symbol of symbols) await hear(tradeOf(symbol, 100_000_000n, closeMs));
    await hear(dayOf(50_000_000n), dayOf(50_000_000n, "VNM"), dayOf(100_000_000n, "HPG"));
    await hear(tradeOf("FPT", 50_000_000n, openMs));
    expect(told()).toEqual(["MarginCall/A/FPT/1/0", "ForceClose/A/FPT/1/0"]);
    expect(await listHeldBack(services)).toEqual({
      heldBack: [],
      withoutPreviousClose: [],
      suspectedFeedErrors: ["FPT", "VNM"],
    });
  });
});
