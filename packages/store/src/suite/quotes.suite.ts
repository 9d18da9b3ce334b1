import type { MarkRecord, Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { makeChange, makePosition, openAccount } from "../testing/make-change.ts";
import { makeMark, savingClock } from "../testing/make-mark.ts";
import { makeQuote, makeQuotes } from "../testing/make-quote.ts";
import type { StoreHarness } from "../testing/store-harness.ts";

/** The newest last price of a symbol is kept. */
export function describeMarks({ open, openBeside }: StoreHarness<Store>): void {
  test("marks are replaced by symbol unless they are older, and each set increments the counter", async () => {
    const store = await open();
    const beside = await openBeside();
    expect((await store.readVersions()).marks).toBe(0);
    const first = makeMark("FPT", 80_000_000n, 2_000);
    await store.setMarks([first, makeMark("VNM", 9_007_199_254_740_991n, 2_000)], savingClock);
    expect((await beside.readVersions()).marks).toBe(1);
    await store.setMarks(
      [
        makeMark("FPT", 70_000_000n, 1_999),
        makeMark("VNM", 61_300_000n, 2_000),
        makeMark("HPG", 27_000_000n, 1_000),
      ],
      savingClock,
    );
    expect(await beside.listMarks({ limit: 9 })).toEqual([
      first,
      makeMark("HPG", 27_000_000n, 1_000),
      makeMark("VNM", 61_300_000n, 2_000),
    ]);
    expect(await beside.readVersions()).toEqual({
      catalog: 0,
      rates: 0,
      marks: 2,
      holidays: 0,
      quotes: 0,
      exDates: 0,
    });
    expect(await store.listMarks({ limit: 1, after: "FPT" })).toMatchObject([{ symbol: "HPG" }]);
  });

  test("reads hundreds of marks at once and skips symbols without one", async () => {
    const store = await open();
    const marks = Array.from({ length: 700 }, (_, index) =>
      makeMark(`S${String(index).padStart(3, "0")}`, BigInt(index + 1), 1_000),
    );
    await store.setMarks(marks, savingClock);
    const wanted = marks.map(({ symbol }) => symbol).slice(100, 600);
    const found = await store.readMarks([...wanted, "NONE"]);
    expect(found.toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1))).toEqual(
      marks.slice(100, 600),
    );
    expect(await store.readMarks([])).toEqual([]);
  });
}

/** Conflicting last prices of a symbol. */
export function describeMarkConflicts({ open, openBeside }: StoreHarness<Store>): void {
  test("keeps the newest of two marks of a symbol in one set, and the later one at equal times", async () => {
    const store = await open();
    await store.setMarks(
      [
        makeMark("FPT", 2n, 2_000),
        makeMark("FPT", 1n, 1_000),
        makeMark("VNM", 3n, 1_000),
        makeMark("VNM", 4n, 1_000),
      ],
      savingClock,
    );
    expect(await store.listMarks({ limit: 9 })).toMatchObject([{ price: 2n }, { price: 4n }]);
  });

  test("a price more than a minute ahead of the clock yields to every other, and replaces none", async () => {
    const store = await open();
    const setAt = async (atMs: number, nowMs: number): Promise<bigint | undefined> => {
      const mark = makeMark("FPT", BigInt(atMs), atMs);
      await store.setMarks([mark], { nowMs });
      return (await store.readMarks(["FPT"]))[0]?.price;
    };
    expect(await setAt(100_000, 100_000)).toBe(100_000n);
    expect(await setAt(39_999, 100_000)).toBe(100_000n);
    expect(await setAt(39_999, 40_000)).toBe(100_000n);
    expect(await setAt(39_998, 39_999)).toBe(39_998n);
    expect(await setAt(100_000, 39_999)).toBe(39_998n);
    await store.setMarks([makeMark("FPT", 1n, 99_999), makeMark("FPT", 2n, 40_000)], { nowMs: 39_998 });
    expect((await store.readMarks(["FPT"]))[0]?.price).toBe(2n);
  });

  test("any price that is not simulated replaces a simulated one, even an older price", async () => {
    const store = await open();
    const simulated = makeMark("FPT", 2n, 2_000, { isPlayed: true });
    await store.setMarks([simulated], savingClock);
    expect(await store.readMarks(["FPT"])).toEqual([simulated]);
    await store.setMarks([makeMark("FPT", 1n, 1_999, { isPlayed: true })], savingClock);
    expect(await store.listMarks({ limit: 9 })).toEqual([simulated]);
    await store.setMarks([makeMark("FPT", 1n, 1_000)], savingClock);
    expect(await store.readMarks(["FPT"])).toEqual([makeMark("FPT", 1n, 1_000)]);
  });

  test("concurrent sets over two connections end with the newest marks, in any order", async () => {
    const store = await open();
    const beside = await openBeside();
    const set = (atMs: number): Promise<void> => {
      const symbols = atMs % 2 ? ["FPT", "HPG", "VNM"] : ["VNM", "HPG", "FPT"];
      const marks = symbols.map((symbol) => makeMark(symbol, BigInt(atMs), atMs));
      return (atMs % 2 ? store : beside).setMarks(marks, savingClock);
    };
    await Promise.all(Array.from({ length: 30 }, (_, index) => set(30 - index)));
    expect((await store.listMarks({ limit: 9 })).map(({ price }) => price)).toEqual([30n, 30n, 30n]);
    expect((await store.readVersions()).marks).toBe(30);
  });

  test("sets none of several marks if one price is not a safe integer", async () => {
    const store = await open();
    await expect(
      store.setMarks(
        [makeMark("FPT", 1n, 1_000), makeMark("VNM", 9_007_199_254_740_992n, 1_000)],
        savingClock,
      ),
    ).rejects.toThrow();
    expect(await store.listMarks({ limit: 9 })).toEqual([]);
    expect((await store.readVersions()).marks).toBe(0);
  });
}

/** A reader that follows the counter of marks misses none. */
export function describeFollowedMarks(harness: StoreHarness<Store>): void {
  const { open, openBeside } = harness;

  test("lists the marks set since a version, by symbol, and a skipped older mark keeps its version", async () => {
    const store = await open();
    const old = makeMark("HPG", 1n, 5_000);
    await store.setMarks([old, makeMark("FPT", 1n, 1_000, { isByHand: true })], savingClock);
    const [vnm, fpt] = [makeMark("VNM", 3n, 2_000, { isByHand: true }), makeMark("FPT", 2n, 2_000)];
    await store.setMarks([vnm, fpt, makeMark("HPG", 4n, 4_999, { isByHand: true })], savingClock);
    expect(await store.listMarksSince({ version: 0, limit: 9 })).toEqual([fpt, old, vnm]);
    expect(await store.listMarksSince({ version: 1, limit: 9 })).toEqual([fpt, vnm]);
    expect(await store.listMarksSince({ version: 1, limit: 1 })).toEqual([fpt]);
    expect(await store.listMarksSince({ version: 1, limit: 9, after: "FPT" })).toEqual([vnm]);
    expect(await store.listMarksSince({ version: 2, limit: 9 })).toEqual([]);
  });

  test("a follower that reads the counter and then the marks misses none of twenty concurrent writers", async () => {
    const store = await open();
    const beside = await openBeside();
    let writerCount = 20;
    const write = async (writer: number): Promise<void> => {
      for (let step = 1; step <= 6; step += 1) {
        const price = BigInt(writer * 100 + step);
        const marks = [makeMark("ALL", price, 1_000), makeMark(`S${writer}`, price, step)];
        await (writer % 2 ? store : beside).setMarks(marks, savingClock);
      }
      writerCount -= 1;
    };
    const written = Promise.all(Array.from({ length: 20 }, (_, index) => write(index)));
    const followed = new Map<string, MarkRecord>();
    let version = 0;
    for (let isLast = false; !isLast; ) {
      isLast = writerCount === 0;
      version = await follow(store, version, followed);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await written;
    expect(version).toBe(120);
    const marks = await beside.listMarks({ limit: 99 });
    expect(marks).toHaveLength(21);
    expect(marks.map(({ symbol }) => followed.get(symbol))).toEqual(marks);
  });
}

/** Reads the marks set after a version, and returns the version for the next read. */
async function follow(store: Store, version: number, followed: Map<string, MarkRecord>): Promise<number> {
  const { marks: next } = await store.readVersions();
  for (const mark of await store.listMarksSince({ version, limit: 99 })) followed.set(mark.symbol, mark);
  return next;
}

/** Last prices and quotes are read with the accounts that hold their symbols, so that none is older than the account. */
export function describeHeldPrices({ open, openBeside }: StoreHarness<Store>): void {
  test("an account is read with the last prices and quotes of its symbols and of no others", async () => {
    const store = await open();
    const beside = await openBeside();
    await openAccount(store, "u-1", "A-1");
    await openAccount(store, "u-1", "A-2");
    const positions = [makePosition("FPT"), makePosition("HPG"), makePosition("VNM")];
    await store.commit(makeChange("u-1", "A-1", { expectedVersion: 1, positions }));
    const byHand = makeMark("FPT", 84_000_000n, 2_000, { isByHand: true });
    const simulated = makeMark("VNM", 9_007_199_254_740_991n, 3_000, { isPlayed: true });
    await store.setMarks([byHand, simulated, makeMark("ACB", 1n, 2_000)], savingClock);
    const quote = makeQuote("FPT", 2_000, { seq: 7, day: '{"of":"ngày \\u0000 \\"FPT\\""}' });
    await store.saveQuotes([quote, makeQuote("ACB", 2_000)], savingClock);
    const read = async (accountId: string) => {
      const { marks = [], quotes = [] } =
        (await beside.readAccount({ userId: "u-1", accountId }))?.prices ?? {};
      return { marks: marks.toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1)), quotes };
    };
    const { snapshot: _snapshot, ...day } = quote;
    expect(await read("A-1")).toEqual({ marks: [byHand, simulated], quotes: [day] });
    expect(await read("A-2")).toEqual({ marks: [], quotes: [] });
    // Several at once may be read by one statement.
    const both = await Promise.all([read("A-1"), read("A-2"), read("A-1")]);
    expect(both.map(({ marks, quotes }) => [marks.length, quotes.length])).toEqual([
      [2, 1],
      [0, 0],
      [2, 1],
    ]);
  });
}

/** When the sources of prices were heard is kept beside the quotes, and read with every account. */
export function describeHeardSources({ open, openBeside }: StoreHarness<Store>): void {
  test("stores when each source was heard, with or without quotes, and only forward", async () => {
    const store = await open();
    const beside = await openBeside();
    const hear = (atMs: number, nowMs: number, isPlayed = false, quotes = [makeQuote("FPT", atMs)]) =>
      store.saveQuotes(quotes, { nowMs, heard: { isPlayed, atMs } });
    expect((await beside.readVersions()).feedHeardAtMs).toBeUndefined();
    await hear(5_000, 5_000);
    await hear(4_000, 5_000, false, []);
    await hear(6_000, 6_000, true, []);
    const heard = { feedHeardAtMs: 5_000, simulationHeardAtMs: 6_000, quotes: 1 };
    expect(await beside.readVersions()).toMatchObject(heard);
    await openAccount(store, "u-1", "A-1");
    const key = { userId: "u-1", accountId: "A-1" };
    expect((await beside.readAccount(key))?.versions).toEqual(await beside.readVersions());
    await hear(100_000, 100_000, false, []);
    await hear(7_000, 40_000, false, []);
    expect((await beside.readVersions()).feedHeardAtMs).toBe(100_000);
    await hear(8_000, 39_999, false, []);
    expect((await beside.readVersions()).feedHeardAtMs).toBe(8_000);
  });

  test("a quote more than a minute ahead of the clock yields to every other, and replaces none", async () => {
    const store = await open();
    const save = (atMs: number, nowMs: number) => store.saveQuotes([makeQuote("FPT", atMs)], { nowMs });
    const savedAtMs = async () => (await store.readQuotes(["FPT"]))[0]?.atMs;
    await save(100_000, 100_000);
    await save(39_999, 40_000);
    expect(await savedAtMs()).toBe(100_000);
    await save(39_999, 39_999);
    expect(await savedAtMs()).toBe(39_999);
    await save(100_000, 39_999);
    expect(await savedAtMs()).toBe(39_999);
  });
}

/** The latest quote of a symbol is kept. */
export function describeQuotes({ open, openBeside }: StoreHarness<Store>): void {
  test("quotes are replaced by symbol only by later ones, and each save increments the counter", async () => {
    const store = await open();
    const beside = await openBeside();
    await store.saveQuotes([], savingClock);
    expect((await store.readVersions()).quotes).toBe(0);
    const first = makeQuote("FPT", 2_000, { snapshot: '{"news":"Cổ phiếu \\u0000 \\"FPT\\""}' });
    await store.saveQuotes([first, makeQuote("VNM", 2_000)], savingClock);
    expect((await beside.readVersions()).quotes).toBe(1);
    await beside.saveQuotes(
      [makeQuote("FPT", 1_999, { seq: 9 }), makeQuote("VNM", 2_001), makeQuote("HPG", 1)],
      savingClock,
    );
    expect(await store.listQuotes({ limit: 9 })).toEqual([
      first,
      makeQuote("HPG", 1),
      makeQuote("VNM", 2_001),
    ]);
    expect(await store.readVersions()).toEqual({
      catalog: 0,
      rates: 0,
      marks: 0,
      holidays: 0,
      quotes: 2,
      exDates: 0,
    });
    expect(await store.listQuotes({ limit: 1, after: "FPT" })).toEqual([makeQuote("HPG", 1)]);
  });

  test("keeps the higher number of two quotes at equal times, and a repeated quote changes nothing", async () => {
    const store = await open();
    const later = makeQuote("FPT", 1_000, { seq: 3, snapshot: "3" });
    await store.saveQuotes(
      [makeQuote("FPT", 1_000, { seq: 2 }), later, makeQuote("FPT", 1_000, { seq: 1 })],
      savingClock,
    );
    expect(await store.listQuotes({ limit: 9 })).toEqual([later]);
    const { quotes: version } = await store.readVersions();
    await store.saveQuotes([{ ...later, snapshot: "again" }], savingClock);
    expect(await store.listQuotes({ limit: 9 })).toEqual([later]);
    expect(await store.listQuotesSince({ version, limit: 9 })).toEqual([]);
  });

  test("reads hundreds of quotes at once and skips symbols without one", async () => {
    const store = await open();
    const quotes = makeQuotes(1_200, 1_000);
    await store.saveQuotes(quotes, savingClock);
    expect(await store.listQuotes({ limit: 9_999 })).toEqual(quotes);
    const found = await store.readQuotes([...quotes.slice(100, 600).map(({ symbol }) => symbol), "NONE"]);
    expect(found.toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1))).toEqual(
      quotes.slice(100, 600),
    );
    expect(await store.readQuotes([])).toEqual([]);
  });

  test("saves none of a chunk of 500 quotes if one is invalid, and keeps the chunks before it", async () => {
    const store = await open();
    const quotes = makeQuotes(1_000, 1_000);
    const odd = makeQuote("ODD", 0.5);
    await expect(store.saveQuotes([...quotes.slice(0, 999), odd], savingClock)).rejects.toThrow();
    expect(await store.listQuotes({ limit: 9_999 })).toEqual(quotes.slice(0, 500));
    expect((await store.readVersions()).quotes).toBe(1);
  });
}

/** A reader that follows the counter of quotes misses none. */
export function describeFollowedQuotes({ open, openBeside }: StoreHarness<Store>): void {
  test("lists the quotes saved since a version, by symbol, and a skipped older quote keeps its version", async () => {
    const store = await open();
    await store.saveQuotes([makeQuote("HPG", 5_000), makeQuote("FPT", 1_000)], savingClock);
    const [vnm, fpt] = [makeQuote("VNM", 2_000), makeQuote("FPT", 2_000)];
    await store.saveQuotes([vnm, fpt, makeQuote("HPG", 4_999)], savingClock);
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

  test("concurrent saves over two connections end with the latest quotes, in any order", async () => {
    const store = await open();
    const beside = await openBeside();
    const save = (atMs: number): Promise<void> => {
      const symbols = atMs % 2 ? ["FPT", "HPG", "VNM"] : ["VNM", "HPG", "FPT"];
      return (atMs % 2 ? store : beside).saveQuotes(
        symbols.map((symbol) => makeQuote(symbol, atMs)),
        savingClock,
      );
    };
    await Promise.all(Array.from({ length: 30 }, (_, index) => save(30 - index)));
    expect((await store.listQuotes({ limit: 9 })).map(({ atMs }) => atMs)).toEqual([30, 30, 30]);
    expect((await store.readVersions()).quotes).toBe(30);
  });
}
