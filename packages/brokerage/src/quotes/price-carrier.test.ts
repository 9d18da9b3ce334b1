import { expect, test } from "vitest";
import type { MarkRecord, QuoteRecord } from "../ports/index.ts";
import { type PlannedStore, planStore } from "../testing/plan-store.ts";
import { PriceCarrier } from "./price-carrier.ts";

const mark = (symbol: string, atMs: number, isPlayed = false): MarkRecord => ({
  symbol,
  price: 80_000_000n,
  atMs,
  isByHand: false,
  isPlayed,
});
const quote = (symbol: string, seq: number): QuoteRecord => ({
  symbol,
  atMs: 1,
  seq,
  day: `{"${seq}":0}`,
  snapshot: `{"${seq}":1}`,
});

function plan() {
  const [from, to] = [planStore(), planStore()];
  const marksOf = (store: PlannedStore) => store.listMarksSince({ version: 0, limit: 5_000 });
  const quotesOf = (store: PlannedStore) => store.listQuotesSince({ version: 0, limit: 5_000 });
  return { from, to, carrier: new PriceCarrier({ from, to, now: () => 60_000 }), marksOf, quotesOf };
}

test("copies all last prices and quotes first, over several parts, and then only newer ones", async () => {
  const { from, to, carrier, marksOf, quotesOf } = plan();
  const symbols = Array.from({ length: 1_000 }, (_, index) => `S${String(index).padStart(4, "0")}`);
  await from.setMarks(
    symbols.map((symbol) => mark(symbol, 1)),
    { nowMs: 60_000 },
  );
  await from.saveQuotes(
    symbols.map((symbol) => quote(symbol, 1)),
    { nowMs: 60_000 },
  );
  expect(await carrier.carry()).toEqual({ marks: 1_000, quotes: 1_000 });
  expect(await carrier.carry()).toEqual({ marks: 0, quotes: 0 });
  await from.setMarks([mark("S0007", 2, true)], { nowMs: 60_000 });
  await from.saveQuotes([quote("S0008", 2), quote("T", 1)], { nowMs: 60_000 });
  expect((await carrier.carry()).quotes).toBe(2);
  expect(await marksOf(to)).toEqual(await marksOf(from));
  const seqsOf = async (store: PlannedStore) =>
    (await quotesOf(store)).map(({ symbol, seq }) => [symbol, seq]);
  expect(await seqsOf(to)).toEqual(await seqsOf(from));
  expect((await seqsOf(to)).slice(7, 9)).toEqual([
    ["S0007", 1],
    ["S0008", 2],
  ]);
});

test("copies in every round that a source was heard, before the quotes", async () => {
  const { from, to, carrier } = plan();
  const steps: string[] = [];
  const { saveQuotes } = to;
  to.saveQuotes = (quotes, saving) => {
    steps.push(saving.heard === undefined ? "quotes" : "heard");
    return saveQuotes.call(to, quotes, saving);
  };
  for (const atMs of [1_000, 2_000]) {
    await from.saveQuotes([], { nowMs: atMs, heard: { isPlayed: true, atMs } });
    await carrier.carry();
    expect(await to.readVersions()).toMatchObject({ simulationHeardAtMs: atMs, quotes: 0 });
  }
  await from.saveQuotes([quote("FPT", 1)], { nowMs: 3_000, heard: { isPlayed: false, atMs: 3_000 } });
  await carrier.carry();
  expect(steps).toEqual(["heard", "heard", "heard", "quotes"]);
});

test("retries failed copies without duplicating earlier ones", async () => {
  const { from, to, marksOf, quotesOf } = plan();
  let isAway = true;
  const carrier = new PriceCarrier({
    from,
    to: {
      setMarks: (marks, clock) => to.setMarks(marks, clock),
      saveQuotes: (quotes, saving) =>
        isAway ? Promise.reject(new Error("away")) : to.saveQuotes(quotes, saving),
    },
    now: () => 60_000,
  });
  await from.setMarks([mark("FPT", 1)], { nowMs: 60_000 });
  await from.saveQuotes([quote("FPT", 1)], { nowMs: 60_000 });
  await expect(carrier.carry()).rejects.toThrow("away");
  isAway = false;
  expect(await carrier.carry()).toEqual({ marks: 0, quotes: 1 });
  expect([(await marksOf(to)).length, (await quotesOf(to)).length]).toEqual([1, 1]);
});

test("copies everything again from a restored store whose counters are lower", async () => {
  const { from, to, quotesOf } = plan();
  let store = from;
  const carrier = new PriceCarrier({
    from: {
      readVersions: () => store.readVersions(),
      listMarksSince: (part) => store.listMarksSince(part),
      listQuotesSince: (part) => store.listQuotesSince(part),
    },
    to,
    now: () => 60_000,
  });
  for (let seq = 1; seq <= 3; seq += 1) await from.saveQuotes([quote("FPT", seq)], { nowMs: 60_000 });
  await carrier.carry();
  store = planStore();
  await store.saveQuotes([quote("VNM", 1)], { nowMs: 60_000 });
  await carrier.carry();
  expect((await quotesOf(to)).map(({ symbol }) => symbol).sort()).toEqual(["FPT", "VNM"]);
});
