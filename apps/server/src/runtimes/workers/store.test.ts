import { openCatalog, QuoteReader } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import type { LogEntry } from "../../log-and-trace.ts";
import { planListed } from "../../testing/plan-listed.ts";
import { followStore, type Held, makeSearchBoard } from "./store.ts";

/** A store that opens and refreshes as the test says, on a clock that advances only by waiting. */
function planStore() {
  const planned = {
    nowMs: 1_000_000,
    openCount: 0,
    refreshCount: 0,
    open: async (): Promise<void> => {},
    refresh: async (): Promise<void> => {},
    background: [] as Promise<void>[],
    logged: [] as LogEntry[],
  };
  const makeHeld = (): Held => ({
    store: {} as Held["store"],
    board: {} as Held["board"],
    quotes: { refreshOf: () => undefined },
    book: {
      findInstrument: () => undefined,
      listEntries: () => new Map(),
      findProduct: () => undefined,
      ratesSinceMs: () => undefined,
      catchUpWith: async () => {},
      versions: () => ({ catalog: 0, rates: 0, marks: 0, holidays: 0, quotes: 0, exDates: 0 }),
      holidays: () => new Set(),
      exDatesOf: () => [],
      ratesOf: () => ({ marginRatio: 1n, marginCallRate: 0n, forceCloseRate: 0n }),
      refresh: async () => {
        planned.refreshCount += 1;
        await planned.refresh();
        return false;
      },
    },
  });
  const followed = followStore({
    open: async () => {
      planned.openCount += 1;
      await planned.open();
      return makeHeld();
    },
    now: () => planned.nowMs,
    wait: async (milliseconds) => {
      planned.nowMs += milliseconds;
      await new Promise((settle) => setImmediate(settle));
    },
    inBackground: (work) => void planned.background.push(work),
    log: (entry) => void planned.logged.push(entry),
  });
  return { planned, followed };
}

const never = () => new Promise<void>(() => {});

const fail = async () => {
  throw new Error("D1 is away.");
};

test("the first request opens the store, and the others wait for it", async () => {
  const { planned, followed } = planStore();
  let open = () => {};
  planned.open = () =>
    new Promise((settle) => {
      open = settle;
    });
  const asked = [followed.refreshBook(), followed.refreshBook(), followed.refreshBook()];
  await new Promise((settle) => setImmediate(settle));
  open();
  expect(await Promise.all(asked)).toEqual([true, true, true]);
  expect([planned.openCount, planned.background.length]).toEqual([1, 1]);
  expect(followed.trouble()).toBeUndefined();
});

test("checks for changes once per half second, in one request", async () => {
  const { planned, followed } = planStore();
  await followed.refreshBook();
  planned.nowMs += 499;
  await followed.refreshBook();
  expect(planned.refreshCount).toBe(0);
  planned.nowMs += 1;
  planned.refresh = never;
  void followed.refreshBook();
  planned.nowMs += 600;
  expect(await followed.refreshBook()).toBe(true);
  expect(planned.refreshCount).toBe(1);
});

test("a failed opening fails for all requests that waited for it", async () => {
  const { planned, followed } = planStore();
  let giveUp = (_failure: Error) => {};
  planned.open = () =>
    new Promise((_settle, reject) => {
      giveUp = reject;
    });
  const asked = [followed.refreshBook(), followed.refreshBook(), followed.refreshBook()];
  planned.nowMs += 1_000;
  giveUp(new Error("D1 is away."));
  expect(await Promise.all(asked)).toEqual([false, false, false]);
  expect(planned.openCount).toBe(1);
});

test("logs a failed opening once, retries after half a second, and logs a later failure again", async () => {
  const { planned, followed } = planStore();
  planned.open = fail;
  expect(await followed.refreshBook()).toBe(false);
  expect(await followed.refreshBook()).toBe(false);
  expect(planned.openCount).toBe(1);
  planned.nowMs += 500;
  expect(await followed.refreshBook()).toBe(false);
  expect(planned.openCount).toBe(2);
  expect(planned.logged.map(({ event }) => event)).toEqual(["store check failed"]);
  planned.nowMs += 500;
  planned.open = async () => {};
  expect(await followed.refreshBook()).toBe(true);
  planned.refresh = fail;
  planned.nowMs += 500;
  await followed.refreshBook();
  expect(planned.logged).toHaveLength(2);
});

test("keeps the known data if the store is unavailable", async () => {
  const { planned, followed } = planStore();
  await followed.refreshBook();
  const before = followed.held();
  planned.refresh = fail;
  planned.nowMs += 500;
  expect(await followed.refreshBook()).toBe(true);
  expect(followed.trouble()).toBe("failing");
  expect(followed.held()).toBe(before);
});

test("gives up a check that ended with its request after ten seconds, and opens the store again", async () => {
  const { planned, followed } = planStore();
  await followed.refreshBook();
  const before = followed.held();
  planned.nowMs += 500;
  planned.refresh = never;
  void followed.refreshBook();
  planned.nowMs += 9_999;
  await followed.refreshBook();
  expect(planned.openCount).toBe(1);
  planned.nowMs += 1;
  await followed.refreshBook();
  expect(planned.openCount).toBe(2);
  expect(followed.held()).not.toBe(before);
  expect(followed.trouble()).toBeUndefined();
});

test("a request that waits for a cancelled opening opens the store after ten seconds", async () => {
  const { planned, followed } = planStore();
  planned.open = never;
  void followed.refreshBook();
  planned.open = async () => {};
  expect(await followed.refreshBook()).toBe(true);
  expect(planned.openCount).toBe(2);
});

/** An isolate on a store with one trade of FPT. */
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
  await store.saveQuotes(
    [{ symbol: "FPT", atMs: 1_000, seq: 1, day: "{}", snapshot: JSON.stringify(quote) }],
    {
      nowMs: services.now(),
    },
  );
  const asked: (readonly string[])[] = [];
  const answers = { isAway: false };
  const reading = {
    readQuotes: async (symbols: readonly string[]) => {
      asked.push(symbols);
      if (answers.isAway) throw new Error("D1 is away.");
      return store.readQuotes(symbols);
    },
  };
  const { book, board } = await openCatalog(services);
  const held: Held = { store, book, board, quotes: new QuoteReader(reading, board) };
  const logged: LogEntry[] = [];
  const search = makeSearchBoard(
    () => held,
    (entry) => void logged.push(entry),
  );
  const find = async (term: string): Promise<unknown> => {
    await search.whenReady(term);
    return search.search(term).found[0]?.quote?.lastPrice;
  };
  return { find, asked, answers, logged };
}

test("a search reads the quotes of its matches once until new ones are saved", async () => {
  const { find, asked } = await planIsolate();
  expect(await find("vinamilk")).toBeUndefined();
  expect(await find("vinamilk")).toBeUndefined();
  expect(asked).toEqual([["VNM"]]);
  expect(await find("cong ty co phan fpt")).toBe(80_100_000n);
  expect(asked[1]).toContain("FPT");
});

test("searches answer while the store is unavailable; the failure is logged once, and quotes are read after recovery", async () => {
  const { find, answers, logged } = await planIsolate();
  answers.isAway = true;
  expect([await find("fpt"), await find("fpt")]).toEqual([undefined, undefined]);
  expect(logged.map(({ event }) => event)).toEqual(["reading quotes failed"]);
  answers.isAway = false;
  expect(await find("fpt")).toBe(80_100_000n);
  answers.isAway = true;
  expect(await find("vinamilk")).toBeUndefined();
  expect(logged).toHaveLength(2);
});
