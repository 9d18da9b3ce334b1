import { MarketDesk, openReferenceBook, QuoteReader } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import type { LogEntry } from "../../http/reports.ts";
import { planListed } from "../../testing/plan-listed.ts";
import { type Held, makeSearchDesk } from "./store.ts";

/** An isolate on a store in which FPT was traded once. */
async function planIsolate() {
  const { services } = await planListed();
  const { store } = services;
  const quote = {
    date: "2026-11-18",
    referencePrice: "80000000",
    isHalted: false,
    lastPrice: "80100000",
    lastQuantity: 100,
    total: { quantity: 100, turnover: "8010000000", tradeCount: 1 },
    bought: { quantity: 0, turnover: "0", tradeCount: 0 },
    sold: { quantity: 0, turnover: "0", tradeCount: 0 },
    news: [],
    quotedSeq: 1,
    quotedAtMs: 1_000,
  };
  await store.saveQuotes([{ symbol: "FPT", atMs: 1_000, seq: 1, snapshot: JSON.stringify(quote) }]);
  const asked: (readonly string[])[] = [];
  const answers = { isAway: false };
  const reading = {
    readQuotes: async (symbols: readonly string[]) => {
      asked.push(symbols);
      if (answers.isAway) throw new Error("D1 is away.");
      return store.readQuotes(symbols);
    },
  };
  const book = await openReferenceBook(services);
  const desk = new MarketDesk(book);
  const held: Held = { store, book, desk, quotes: new QuoteReader(reading, desk) };
  const logged: LogEntry[] = [];
  const search = makeSearchDesk(
    () => held,
    (entry) => void logged.push(entry),
  );
  const find = async (term: string): Promise<unknown> => {
    await search.whenReady(term);
    return search.search(term).found[0]?.quote?.lastPrice;
  };
  return { find, asked, answers, logged };
}

test("A search reads the quotes of what it finds, once for as long as nothing is saved", async () => {
  const { find, asked } = await planIsolate();
  expect(await find("vinamilk")).toBeUndefined();
  expect(await find("vinamilk")).toBeUndefined();
  expect(asked).toEqual([["VNM"]]);
  expect(await find("cong ty co phan fpt")).toBe(80_100_000n);
  expect(asked[1]).toContain("FPT");
});

test("A store that is away keeps no search from an answer, is told of once, and read when it is back", async () => {
  const { find, answers, logged } = await planIsolate();
  answers.isAway = true;
  expect([await find("fpt"), await find("fpt")]).toEqual([undefined, undefined]);
  expect(logged.map(({ event }) => event)).toEqual(["quotes not to be read"]);
  answers.isAway = false;
  expect(await find("fpt")).toBe(80_100_000n);
  answers.isAway = true;
  expect(await find("vinamilk")).toBeUndefined();
  expect(logged).toHaveLength(2);
});
