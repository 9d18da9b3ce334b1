import type { InstrumentRecord } from "@trading-oms/market";
import { expect, test } from "vitest";
import { MarketDesk } from "../market-desk.ts";
import type { QuoteRecord, Store } from "../ports/index.ts";
import { openReferenceBook } from "../reference/book.ts";
import { fpt, list, planServices } from "../testing/plan-services.ts";
import { QuoteKeeper, QuoteReader } from "./keeper.ts";

const nowMs = Date.parse("2026-11-18T10:00:00+07:00");

const named = (symbol: string): InstrumentRecord => ({ ...fpt, symbol, name: symbol, companyName: "Thép" });

/** One store, and as many processes on it as a test starts. */
async function planStore(...records: readonly InstrumentRecord[]) {
  const { services, memory } = planServices();
  await list(services, ...records);
  const clock = { nowMs };
  const faulty: string[] = [];
  let breathCount = 0;
  const meanwhile: (() => void)[] = [];
  const start = async () => {
    const book = await openReferenceBook(services);
    const desk = new MarketDesk(book);
    await desk.follow(async () => {});
    const keeper = new QuoteKeeper({ store: services.store, now: () => clock.nowMs }, desk, {
      breathe: async () => {
        breathCount += 1;
        meanwhile.shift()?.();
      },
      tellFaulty: (symbol, faults) => void faulty.push(`${symbol}: ${faults.join(" ")}`),
    });
    const tell = (symbol: string, seq: number, price = 80_000_000n, atMs = clock.nowMs): void => {
      desk.apply({ kind: "trade", symbol, seq, atMs, price, quantity: 100, side: "buy" });
      keeper.note(desk.takeChangedSymbols());
    };
    const quoteOf = (symbol: string) => desk.search(symbol).found[0]?.quote;
    return { book, desk, keeper, tell, quoteOf };
  };
  return { memory, clock, faulty, start, meanwhile, breathCount: () => breathCount };
}

test("what a feed told one process is what another that starts later answers, before any feed speaks to it", async () => {
  const { start } = await planStore(fpt, named("AAA"), named("BBB"));
  const first = await start();
  first.tell("FPT", 1, 80_500_000n);
  first.tell("BBB", 1);
  await first.keeper.save();
  const second = await start();
  expect(second.quoteOf("FPT")).toBeUndefined();
  await second.keeper.restore();
  expect(second.quoteOf("FPT")).toMatchObject({
    lastPrice: 80_500_000n,
    total: { quantity: 100 },
    quotedAtMs: nowMs,
  });
  expect(second.quoteOf("FPT")).toEqual(first.quoteOf("FPT"));
  expect(second.desk.symbolsOf("thep")).toEqual(["BBB", "AAA"]);
});

test("what was restored is not saved again, and what changed is saved once", async () => {
  const { memory, start } = await planStore(fpt, named("VNM"));
  const first = await start();
  first.tell("FPT", 1);
  await first.keeper.save();
  await first.keeper.save();
  const second = await start();
  await second.keeper.restore();
  second.keeper.note(second.desk.takeChangedSymbols());
  await second.keeper.save();
  expect(memory.versions.quotes).toBe(1);
});

test("a process that follows has what another saved, and nothing of it before it was", async () => {
  const { memory, start } = await planStore(fpt, named("VNM"));
  const [teller, follower] = [await start(), await start()];
  await follower.keeper.restore();
  teller.tell("FPT", 1, 80_000_000n);
  await follower.keeper.follow(memory.versions.quotes);
  expect(follower.quoteOf("FPT")).toBeUndefined();
  await teller.keeper.save();
  await follower.keeper.follow(memory.versions.quotes);
  expect(follower.quoteOf("FPT")).toMatchObject({ lastPrice: 80_000_000n });
  teller.tell("FPT", 2, 81_000_000n);
  await teller.keeper.save();
  await follower.keeper.follow(memory.versions.quotes);
  expect(follower.quoteOf("FPT")).toMatchObject({ lastPrice: 81_000_000n, total: { quantity: 200 } });
});

test("a symbol that a feed tells of stays as the feed has it, whatever the store says", async () => {
  const { start } = await planStore(fpt);
  const [earlier, later] = [await start(), await start()];
  earlier.tell("FPT", 1, 70_000_000n);
  earlier.tell("FPT", 2, 71_000_000n);
  await earlier.keeper.save();
  later.tell("FPT", 1, 82_000_000n);
  await later.keeper.restore();
  expect(later.quoteOf("FPT")).toMatchObject({ lastPrice: 82_000_000n, total: { quantity: 100 } });
});

test("a quote of yesterday stays what is known, with its time, until the feed begins the new day", async () => {
  const { clock, start } = await planStore(fpt);
  const yesterday = await start();
  yesterday.tell("FPT", 1, 80_000_000n);
  await yesterday.keeper.save();
  clock.nowMs += 86_400_000;
  const { keeper, desk, quoteOf } = await start();
  await keeper.restore();
  expect(quoteOf("FPT")).toMatchObject({
    quotedAtMs: nowMs,
    lastPrice: 80_000_000n,
    total: { quantity: 100 },
  });
  const day = { kind: "day", symbol: "FPT", seq: 1, atMs: clock.nowMs, date: "2026-11-19" } as const;
  expect(desk.apply({ ...day, referencePrice: 80_300_000n })).toBe("applied");
  expect(quoteOf("FPT")).toMatchObject({
    quotedAtMs: clock.nowMs,
    referencePrice: 80_300_000n,
    total: { quantity: 0 },
  });
  expect(quoteOf("FPT")?.lastPrice).toBeUndefined();
});

test("a quote that can't be read is passed over and counted, the first one told of, and all others are taken", async () => {
  const { memory, faulty, start } = await planStore(fpt, named("AAA"), named("BBB"));
  const teller = await start();
  for (const symbol of ["FPT", "AAA", "BBB"]) teller.tell(symbol, 1);
  await teller.keeper.save();
  for (const symbol of ["AAA", "BBB"]) {
    const record = memory.quotes.get(symbol);
    if (record) memory.quotes.set(symbol, { ...record, snapshot: '{"date":"today"}' });
  }
  const { keeper, quoteOf } = await start();
  await keeper.restore();
  expect([quoteOf("AAA"), quoteOf("FPT")]).toEqual([
    undefined,
    expect.objectContaining({ lastPrice: 80_000_000n }),
  ]);
  expect(keeper.faultyCount()).toBe(2);
  expect(faulty).toEqual([expect.stringMatching(/^AAA: date is not/)]);
});

test("quotes that the store does not take are saved when it does, as they are by then", async () => {
  const { memory, start } = await planStore(fpt, named("VNM"));
  const { keeper, tell } = await start();
  tell("FPT", 1);
  tell("VNM", 1);
  const { saveQuotes } = memory;
  memory.saveQuotes = async () => {
    throw new Error("The store is away.");
  };
  await expect(keeper.save()).rejects.toThrow("away");
  memory.saveQuotes = saveQuotes;
  tell("VNM", 2);
  await keeper.save();
  expect([memory.quotes.get("FPT"), memory.quotes.get("VNM")]).toMatchObject([{ seq: 1 }, { seq: 2 }]);
});

test("a part in whose midst something fails is saved the next time", async () => {
  const many = Array.from({ length: 30 }, (_, index) => named(`S${1_000 + index}`));
  const { memory, start, meanwhile } = await planStore(...many);
  const { tell, keeper } = await start();
  for (const { symbol } of many) tell(symbol, 1);
  meanwhile.push(() => {
    throw new Error("Others failed.");
  });
  await expect(keeper.save()).rejects.toThrow("Others failed.");
  expect(memory.quotes.size).toBe(0);
  await keeper.save();
  expect(memory.quotes.size).toBe(30);
});

test("a quote from more than a minute ahead is saved when its time is near, so that it stands in nobody's way", async () => {
  const { memory, clock, start } = await planStore(fpt);
  const { keeper, tell } = await start();
  tell("FPT", 1, 80_000_000n, nowMs + 60_001);
  await keeper.save();
  expect(memory.quotes.size).toBe(0);
  clock.nowMs += 1;
  await keeper.save();
  expect(memory.quotes.get("FPT")).toMatchObject({ atMs: nowMs + 60_001 });
});

test("thousands are saved and read in parts between which others go on", async () => {
  const many = Array.from({ length: 1_300 }, (_, index) => named(`S${1_000 + index}`));
  const { memory, start, breathCount } = await planStore(...many);
  const [teller, reader] = [await start(), await start()];
  for (const { symbol } of many) teller.tell(symbol, 1);
  const sizes: number[] = [];
  const { saveQuotes } = memory;
  memory.saveQuotes = async (records: readonly QuoteRecord[]) => {
    sizes.push(records.length);
    await saveQuotes.call(memory, records);
  };
  await teller.keeper.save();
  expect(sizes).toEqual(Array.from({ length: 13 }, () => 100));
  expect(breathCount()).toBe(52);
  await reader.keeper.restore();
  expect(breathCount()).toBe(52 + 13);
  expect([reader.quoteOf("S1000"), reader.quoteOf("S2299")]).not.toContain(undefined);
});

test("what is told of a symbol while others are written is saved the next time", async () => {
  const many = Array.from({ length: 60 }, (_, index) => named(`S${1_000 + index}`));
  const { memory, start, meanwhile } = await planStore(...many);
  const { tell, keeper } = await start();
  for (const { symbol } of many) tell(symbol, 1);
  meanwhile.push(() => tell("S1000", 2));
  await keeper.save();
  expect(memory.quotes.get("S1000")?.seq).toBe(1);
  await keeper.save();
  expect(memory.quotes.get("S1000")?.seq).toBe(2);
});

test("of the symbols that are found, those are read that the store has counted on since, and no others", async () => {
  const { memory, start } = await planStore(fpt, named("AAA"));
  const teller = await start();
  teller.tell("FPT", 1);
  const { desk, quoteOf } = await start();
  const reader = new QuoteReader(memory as unknown as Store, desk);
  expect(reader.refreshOf(["FPT"], memory.versions.quotes)).toBeUndefined();
  await teller.keeper.save();
  const read: (readonly string[])[] = [];
  const { readQuotes } = memory;
  memory.readQuotes = (symbols) => {
    read.push(symbols);
    return readQuotes.call(memory, symbols);
  };
  await reader.refreshOf(["FPT"], 1);
  await reader.refreshOf(["FPT", "AAA"], 1);
  expect(reader.refreshOf(["AAA", "FPT"], 1)).toBeUndefined();
  expect(read).toEqual([["FPT"], ["AAA"]]);
  expect(quoteOf("FPT")).toMatchObject({ lastPrice: 80_000_000n });
  await reader.refreshOf(["AAA"], 2);
  expect(read).toHaveLength(3);
});

test("searches wait for what they are told to wait for, be it done or failed", async () => {
  const { start } = await planStore(fpt);
  const { desk } = await start();
  const { promise, reject } = Promise.withResolvers<void>();
  desk.waitFor(promise);
  let isReady = false;
  const waiting = desk.whenReady()?.then(() => {
    isReady = true;
  });
  await new Promise((settle) => setTimeout(settle, 5));
  expect(isReady).toBe(false);
  reject(new Error("The store is away."));
  await waiting;
  expect(desk.whenReady()).toBeUndefined();
});
