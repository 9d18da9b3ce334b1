import { expect, test } from "vitest";
import { makeQuote } from "./make-quote.ts";
import type { StoreHarness } from "./store-harness.ts";

/** Whoever follows quotes by their counter misses none, whoever else saves some. */
export function describeFollowedQuotes({ open, openBeside }: StoreHarness): void {
  test("quotes are told from the save on that they came with, by symbol, and one that was left out stays where it was", async () => {
    const store = await open();
    await store.saveQuotes([makeQuote("HPG", 5_000), makeQuote("FPT", 1_000)]);
    const [vnm, fpt] = [makeQuote("VNM", 2_000), makeQuote("FPT", 2_000)];
    await store.saveQuotes([vnm, fpt, makeQuote("HPG", 4_999)]);
    expect(await store.listQuotesSince({ version: 0, limit: 9 })).toEqual([
      fpt,
      makeQuote("HPG", 5_000),
      vnm,
    ]);
    expect(await store.listQuotesSince({ version: 1, limit: 9 })).toEqual([fpt, vnm]);
    expect(await store.listQuotesSince({ version: 1, limit: 1 })).toEqual([fpt]);
    expect(await store.listQuotesSince({ version: 1, limit: 9, after: "FPT" })).toEqual([vnm]);
    expect(await store.listQuotesSince({ version: 2, limit: 9 })).toEqual([]);
  });

  test("quotes that are saved by two at once end with the latest, whoever is first", async () => {
    const store = await open();
    const beside = await openBeside();
    const save = (atMs: number): Promise<void> => {
      const symbols = atMs % 2 ? ["FPT", "HPG", "VNM"] : ["VNM", "HPG", "FPT"];
      return (atMs % 2 ? store : beside).saveQuotes(symbols.map((symbol) => makeQuote(symbol, atMs)));
    };
    await Promise.all(Array.from({ length: 30 }, (_, index) => save(30 - index)));
    expect((await store.listQuotes({ limit: 9 })).map(({ atMs }) => atMs)).toEqual([30, 30, 30]);
    expect((await store.readVersions()).quotes).toBe(30);
  });
}
