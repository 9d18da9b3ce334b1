import { expect, test } from "vitest";
import { makeQuote, makeQuotes } from "./make-quote.ts";
import type { StoreHarness } from "./store-harness.ts";

/** Of quotes, the latest is kept. */
export function describeQuotes({ open, openBeside }: StoreHarness): void {
  test("quotes are kept and replaced by symbol where they are later, and counted each time they are saved", async () => {
    const store = await open();
    const beside = await openBeside();
    await store.saveQuotes([]);
    expect((await store.readVersions()).quotes).toBe(0);
    const first = makeQuote("FPT", 2_000, { snapshot: '{"news":"Cổ phiếu \\u0000 \\"FPT\\""}' });
    await store.saveQuotes([first, makeQuote("VNM", 2_000)]);
    expect((await beside.readVersions()).quotes).toBe(1);
    await beside.saveQuotes([
      makeQuote("FPT", 1_999, { seq: 9 }),
      makeQuote("VNM", 2_001),
      makeQuote("HPG", 1),
    ]);
    expect(await store.listQuotes({ limit: 9 })).toEqual([
      first,
      makeQuote("HPG", 1),
      makeQuote("VNM", 2_001),
    ]);
    expect(await store.readVersions()).toEqual({ catalog: 0, rates: 0, marks: 0, holidays: 0, quotes: 2 });
    expect(await store.listQuotes({ limit: 1, after: "FPT" })).toEqual([makeQuote("HPG", 1)]);
  });

  test("of two quotes at one time the one with the higher number is kept, and the same one again changes nothing", async () => {
    const store = await open();
    const later = makeQuote("FPT", 1_000, { seq: 3, snapshot: "3" });
    await store.saveQuotes([makeQuote("FPT", 1_000, { seq: 2 }), later, makeQuote("FPT", 1_000, { seq: 1 })]);
    expect(await store.listQuotes({ limit: 9 })).toEqual([later]);
    const { quotes: version } = await store.readVersions();
    await store.saveQuotes([{ ...later, snapshot: "again" }]);
    expect(await store.listQuotes({ limit: 9 })).toEqual([later]);
    expect(await store.listQuotesSince({ version, limit: 9 })).toEqual([]);
  });

  test("quotes are read by hundreds, and a symbol without one is left out", async () => {
    const store = await open();
    const quotes = makeQuotes(1_200, 1_000);
    await store.saveQuotes(quotes);
    expect(await store.listQuotes({ limit: 9_999 })).toEqual(quotes);
    const found = await store.readQuotes([...quotes.slice(100, 600).map(({ symbol }) => symbol), "NONE"]);
    expect(found.toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1))).toEqual(
      quotes.slice(100, 600),
    );
    expect(await store.readQuotes([])).toEqual([]);
  });

  test("of 500 quotes that go together none is kept where one can't be, and those before them are", async () => {
    const store = await open();
    const quotes = makeQuotes(1_000, 1_000);
    const odd = makeQuote("ODD", 0.5);
    await expect(store.saveQuotes([...quotes.slice(0, 999), odd])).rejects.toThrow();
    expect(await store.listQuotes({ limit: 9_999 })).toEqual(quotes.slice(0, 500));
    expect((await store.readVersions()).quotes).toBe(1);
  });
}
