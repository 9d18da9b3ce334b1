/** Covers and withdrawals rest on the newest price by hand, halt and day, whichever process has heard of them. */
import { type Instrument, renderQuote, renderQuoteDay } from "@trading-oms/market";
import { describe, expect, test } from "vitest";
import { readAccountStatus } from "../accounts/account-status.ts";
import { openAccount } from "../accounts/accounts.ts";
import { moveCash, orderCash } from "../accounts/cash.ts";
import { setPosition } from "../accounts/positions.ts";
import type { FeedMessage } from "../ports/index.ts";
import { findInstrument } from "../reference/catalog.ts";
import { readInstrumentPrices } from "../settings/list-prices.ts";
import { setPrice } from "../settings/set-price.ts";
import { setRates } from "../settings/set-rates.ts";
import { openMarkBook } from "../testing/open-mark-book.ts";
import { byLan, fpt, list, planServices } from "../testing/plan-services.ts";
import { setCover } from "./set-cover.ts";

const key = { userId: "demo", accountId: "A-1" };
const holding = { ...key, symbol: "FPT" };

/** Monday, 16 November 2026, 10:00: HOSE trades. */
const sessionMs = Date.parse("2026-11-16T10:00:00+07:00");
const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };

/**
 * 1,000 FPT bought at 100,000, of which 5,000,000 are covered, on equity of 80,000,000. Two processes have read the last price of
 * 90,000, and a third has no prices in memory, like a command.
 */
async function plan() {
  const { services: planned, memory } = planServices();
  const clock = { nowMs: sessionMs };
  const services = { ...planned, now: () => clock.nowMs };
  await list(services, { ...fpt, referencePrice: 90_000_000n });
  await openAccount(services, key);
  await moveCash(services, { key, kind: "deposit", amountVnd: 80_000_000n });
  await setRates(services, { level: "symbol", name: "FPT", rates });
  await setPosition(services, holding, { quantity: 1_000n, price: 100_000_000n });
  await setPrice(services, { symbol: "FPT", price: 90_000_000n });
  const open = async () => ({ ...services, marks: await openMarkBook(services) });
  const processes = { one: await open(), other: await open(), command: services };
  const cover = (by: keyof typeof processes, amountVnd: bigint) =>
    setCover(processes[by], { ...holding, amountVnd, ...byLan, requestId: "r" });
  const withdraw = (by: keyof typeof processes, amountVnd: bigint) =>
    orderCash(processes[by], { key, kind: "withdrawal", amountVnd, ...byLan });
  await cover("command", 5_000_000n);
  clock.nowMs += 1_000;
  /** Saves the state of the symbol as the process that saves quotes does, without trades of the day. */
  const saveQuote = async (quote: { date?: string; referencePrice?: bigint; isHalted?: boolean }) => {
    const none = { quantity: 0, turnover: 0n, tradeCount: 0 };
    const { date = "2026-11-16", referencePrice = 90_000_000n, isHalted = false } = quote;
    const totals = { total: none, bought: none, sold: none };
    const state = { session: undefined, news: [], quotedSeq: 1, quotedAtMs: clock.nowMs, ...totals };
    const empty = {
      ...{ lastPrice: undefined, lastQuantity: undefined, lastTradedAtMs: undefined, openPrice: undefined },
      ...{ closePrice: undefined, highPrice: undefined, lowPrice: undefined, openInterest: undefined },
      ...{ depth: undefined, sentiment: undefined },
    };
    const snapshot = renderQuote({ date, referencePrice, isHalted, ...state, ...empty });
    const day = renderQuoteDay({ date, referencePrice, isHalted });
    await memory.saveQuotes([{ symbol: "FPT", atMs: clock.nowMs, seq: 1, day, snapshot }], {
      nowMs: clock.nowMs,
      heard: { isPlayed: false, atMs: clock.nowMs },
    });
  };
  return { ...processes, memory, clock, cover, withdraw, saveQuote };
}

const readers = ["one", "other", "command"] as const;

describe.each(readers)("the process %s", (reader) => {
  test.each(readers)("decides on the price by hand that %s has just set", async (setter) => {
    const { cover, withdraw, ...processes } = await plan();
    expect(await setPrice(processes[setter], { symbol: "FPT", price: 85_000_000n })).toMatchObject({
      status: "success",
    });
    // At 90,000 nothing would be needed; at 84,000 the position needs 0, and at 80,000 it needs 2,000,000.
    await setPrice(processes[setter], { symbol: "FPT", price: 80_000_000n, isConfirmed: true });
    expect(await cover(reader, 1_000_000n)).toMatchObject({ status: "failed", code: "below_need" });
    expect(await withdraw(reader, 20_000_000n)).toMatchObject({
      code: "above_trading_power",
      tradingPowerVnd: 15_000_000n,
    });
    expect(await readAccountStatus(processes[reader], key)).toMatchObject({
      positions: [{ markPrice: 80_000_000n }],
    });
    await setPrice(processes[setter], { symbol: "FPT", price: 90_000_000n, isConfirmed: true });
    expect(await cover(reader, 1_000_000n)).toMatchObject({ status: "success" });
  });

  test("lowers no cover on a symbol that another process knows to be halted", async () => {
    const { cover, saveQuote, clock } = await plan();
    await saveQuote({ isHalted: true });
    expect(await cover(reader, 1_000_000n)).toMatchObject({ status: "failed", code: "halted" });
    clock.nowMs += 1_000;
    await saveQuote({ isHalted: false });
    expect(await cover(reader, 1_000_000n)).toMatchObject({ status: "success" });
  });

  test("values a position that did not trade today at the reference price of the newest day", async () => {
    const { cover, saveQuote, clock, ...processes } = await plan();
    clock.nowMs = Date.parse("2026-11-17T10:00:00+07:00");
    await saveQuote({ date: "2026-11-17", referencePrice: 80_000_000n });
    expect(await readAccountStatus(processes[reader], key)).toMatchObject({
      positions: [{ markPrice: 80_000_000n, isStale: true, neededVnd: 2_000_000n }],
    });
    expect(await cover(reader, 1_000_000n)).toMatchObject({ code: "below_need" });
    // A reference price may be corrected, and is no last price: nothing is lowered on it in a session.
    clock.nowMs += 1_000;
    await saveQuote({ date: "2026-11-17", referencePrice: 90_000_000n });
    expect(await cover(reader, 1_000_000n)).toMatchObject({ code: "stale_price" });
    clock.nowMs += 1_000;
    await saveQuote({ date: "2026-11-17", referencePrice: 80_000_000n });
    expect(await cover(reader, 2_000_000n)).toMatchObject({ code: "stale_price" });
  });

  test("shows and checks prices by the band of the newest day", async () => {
    const { saveQuote, clock, ...processes } = await plan();
    clock.nowMs = Date.parse("2026-11-17T10:00:00+07:00");
    await saveQuote({ date: "2026-11-17", referencePrice: 60_000_000n });
    const listed = (await findInstrument(processes[reader], "FPT")) as Instrument;
    const shown = await readInstrumentPrices(processes[reader], [listed]);
    expect(shown).toMatchObject([
      {
        instrument: { referencePrice: 60_000_000n },
        last: undefined,
        source: "reference",
        floorPrice: 55_800_000n,
        ceilingPrice: 64_200_000n,
      },
    ]);
    expect(await setPrice(processes[reader], { symbol: "FPT", price: 90_000_000n })).toMatchObject({
      code: "price_unusual",
    });
    expect(await setPrice(processes[reader], { symbol: "FPT", price: 62_000_000n })).toMatchObject({
      status: "success",
    });
  });

  test("lets no money leave on a price on which no cover may be lowered, but what its band leaves", async () => {
    const { withdraw, saveQuote } = await plan();
    // At the mark of 90,000 the power is 20,000,000. At the floor of 83,700 it is 80 − 16.3 − 41.85 − 5, of which nothing is
    // held back, since the deal ratio of (50 + 5 − 16.3) ÷ 83.7 is above 0.4.
    await saveQuote({ isHalted: true });
    expect(await withdraw(reader, 16_850_001n)).toMatchObject({
      code: "unreliable_price",
      message: expect.stringContaining("the prices of FPT are uncertain"),
    });
    expect(await withdraw(reader, 16_850_000n)).toMatchObject({ status: "success" });
  });
});

test("no money leaves on the price of a feed that is silent, until the session ends", async () => {
  const { withdraw, memory, clock, one } = await plan();
  const traded = { symbol: "FPT", price: 90_000_000n, atMs: clock.nowMs, isByHand: false };
  await memory.setMarks([traded], { nowMs: clock.nowMs });
  await one.marks.refresh();
  clock.nowMs += 30_001;
  expect(await withdraw("one", 20_000_000n)).toMatchObject({ code: "unreliable_price" });
  clock.nowMs = Date.parse("2026-11-16T15:01:00+07:00");
  expect(await withdraw("one", 20_000_000n)).toMatchObject({ status: "success" });
});

test("a stored halt is known to a process that starts while it lasts, and yields to a later message of the feed", async () => {
  const { one, memory, saveQuote, clock } = await plan();
  await saveQuote({ isHalted: true });
  const [quote] = await memory.readQuotes(["FPT"]);
  const { marks } = one;
  const read = JSON.parse(quote?.snapshot ?? "") as { readonly date: string };
  const snapshot = { kind: "snapshot", symbol: "FPT", seq: 1, atMs: clock.nowMs } as const;
  const stored = { ...snapshot, quote: { ...read, referencePrice: 90_000_000n, isHalted: true } };
  marks.restore(stored as unknown as Extract<FeedMessage, { readonly kind: "snapshot" }>);
  expect(marks.haltedSymbols()).toEqual(["FPT"]);
  expect([...(await marks.refresh())]).toEqual(["FPT"]);
  marks.hear([{ kind: "status", symbol: "FPT", seq: 2, atMs: clock.nowMs, isHalted: false }]);
  marks.restore(stored as unknown as Extract<FeedMessage, { readonly kind: "snapshot" }>);
  expect(marks.haltedSymbols()).toEqual([]);
});
