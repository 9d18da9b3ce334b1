import type { InstrumentRecord } from "@trading-oms/market";
import { expect, test } from "vitest";
import { MarketBoard } from "../market-board.ts";
import type { Store } from "../ports/index.ts";
import { openReferenceBook } from "../reference/book.ts";
import { fpt, list, planServices } from "../testing/plan-services.ts";
import { QuoteKeeper, QuoteReader } from "./quote-keeper.ts";

const nowMs = Date.parse("2026-11-18T10:00:00+07:00");

const named = (symbol: string): InstrumentRecord => ({ ...fpt, symbol, name: symbol, companyName: "Thép" });

/** One store shared by any number of processes. */
async function planStore(...records: readonly InstrumentRecord[]) {
  const { services, memory } = planServices();
  await list(services, ...records);
  const clock = { nowMs };
  const faulty: string[] = [];
  let breathCount = 0;
  const meanwhile: (() => void)[] = [];
  let heardAtMs: number | undefined;
  const start = async () => {
    const book = await openReferenceBook(services);
    const board = new MarketBoard(book);
    await board.follow(async () => {});
    const keeper = new QuoteKeeper({ store: services.store, now: () => clock.nowMs }, board, {
      heardAtMs: () => heardAtMs,
      yieldToEventLoop: async () => {
        breathCount += 1;
        meanwhile.shift()?.();
      },
      onFaulty: (symbol, faults) => void faulty.push(`${symbol}: ${faults.join(" ")}`),
    });
    const tell = (symbol: string, seq: number, price = 80_000_000n, atMs = clock.nowMs): void => {
      board.apply({ kind: "trade", symbol, seq, atMs, price, quantity: 100, side: "buy" });
      keeper.note(board.takeChangedSymbols());
    };
    const quoteOf = (symbol: string) => board.search(symbol).found[0]?.quote;
    return { book, board, keeper, tell, quoteOf };
  };
  const hear = (atMs: number): void => {
    heardAtMs = atMs;
  };
  return { memory, clock, faulty, start, meanwhile, hear, breathCount: () => breathCount };
}

test("saves with the quotes that their source was heard, and every two seconds without any", async () => {
  const { start, memory, clock, hear } = await planStore(fpt);
  const { keeper, tell } = await start();
  const heardAtMs = async () => (await memory.readVersions()).feedHeardAtMs;
  await keeper.save();
  expect(await heardAtMs()).toBeUndefined();
  hear(nowMs);
  tell("FPT", 1);
  await keeper.save();
  const saved = { feedHeardAtMs: nowMs, quotes: 1 };
  expect(await memory.readVersions()).toMatchObject(saved);
  hear(nowMs + 1_999);
  await keeper.save();
  expect(await memory.readVersions()).toMatchObject(saved);
  hear(nowMs + 2_000);
  await keeper.save();
  expect(await memory.readVersions()).toMatchObject({ ...saved, feedHeardAtMs: nowMs + 2_000 });
  clock.nowMs = nowMs - 600_000;
  hear(clock.nowMs);
  await keeper.save();
  expect(await heardAtMs()).toBe(clock.nowMs);
});

test("a process that starts later answers with the quotes of an earlier one before any feed message", async () => {
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
});

test("a process that starts later orders equal matches by the day before as the earlier one does", async () => {
  const { start } = await planStore(named("AAA"), named("BBB"));
  const first = await start();
  first.tell("BBB", 1, 80_000_000n, nowMs - 86_400_000);
  const day = {
    kind: "day",
    seq: 2,
    atMs: nowMs,
    date: "2026-11-18",
    referencePrice: 80_000_000n,
  } as const;
  first.board.apply({ ...day, symbol: "BBB" });
  first.keeper.note(first.board.takeChangedSymbols());
  first.tell("AAA", 1);
  await first.keeper.save();
  const second = await start();
  await second.keeper.restore();
  const orders = [first, second].map(({ board }) => board.symbolsOf("thep"));
  expect(orders).toEqual([
    ["BBB", "AAA"],
    ["BBB", "AAA"],
  ]);
});

test("saves changed quotes once and restored quotes not at all", async () => {
  const { memory, start } = await planStore(fpt, named("VNM"));
  const first = await start();
  first.tell("FPT", 1);
  await first.keeper.save();
  await first.keeper.save();
  const second = await start();
  await second.keeper.restore();
  second.keeper.note(second.board.takeChangedSymbols());
  await second.keeper.save();
  expect(memory.versions.quotes).toBe(1);
});

test("a following process has what another process saved, and nothing before the save", async () => {
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

test("a symbol with feed messages keeps the feed's state whatever the store has", async () => {
  const { start } = await planStore(fpt);
  const [earlier, later] = [await start(), await start()];
  earlier.tell("FPT", 1, 70_000_000n);
  earlier.tell("FPT", 2, 71_000_000n);
  await earlier.keeper.save();
  later.tell("FPT", 1, 82_000_000n);
  await later.keeper.restore();
  expect(later.quoteOf("FPT")).toMatchObject({ lastPrice: 82_000_000n, total: { quantity: 100 } });
});

test("yesterday's quote stays with its time until the feed begins the new day", async () => {
  const { clock, start } = await planStore(fpt);
  const yesterday = await start();
  yesterday.tell("FPT", 1, 80_000_000n);
  await yesterday.keeper.save();
  clock.nowMs += 86_400_000;
  const { keeper, board, quoteOf } = await start();
  await keeper.restore();
  expect(quoteOf("FPT")).toMatchObject({
    quotedAtMs: nowMs,
    lastPrice: 80_000_000n,
    total: { quantity: 100 },
  });
  const day = { kind: "day", symbol: "FPT", seq: 1, atMs: clock.nowMs, date: "2026-11-19" } as const;
  expect(board.apply({ ...day, referencePrice: 80_300_000n })).toBe("applied");
  expect(quoteOf("FPT")).toMatchObject({
    quotedAtMs: clock.nowMs,
    referencePrice: 80_300_000n,
    total: { quantity: 0 },
  });
  expect(quoteOf("FPT")?.lastPrice).toBeUndefined();
});

test("skips and counts unreadable quotes, reports the first one, and restores the others", async () => {
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

test("saves failed quotes in their current state once the store accepts them", async () => {
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

test("saves a part again after a failure in the middle of it", async () => {
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

test("holds back a quote from more than a minute ahead until its time is near", async () => {
  const { memory, clock, start } = await planStore(fpt);
  const { keeper, tell } = await start();
  tell("FPT", 1, 80_000_000n, nowMs + 60_001);
  await keeper.save();
  expect(memory.quotes.size).toBe(0);
  clock.nowMs += 1;
  await keeper.save();
  expect(memory.quotes.get("FPT")).toMatchObject({ atMs: nowMs + 60_001 });
});

test("saves and reads thousands of quotes in parts that yield to other work", async () => {
  const many = Array.from({ length: 1_300 }, (_, index) => named(`S${1_000 + index}`));
  const { memory, start, breathCount } = await planStore(...many);
  const [teller, reader] = [await start(), await start()];
  for (const { symbol } of many) teller.tell(symbol, 1);
  const sizes: number[] = [];
  const { saveQuotes } = memory;
  memory.saveQuotes = async (records, saving) => {
    sizes.push(records.length);
    await saveQuotes.call(memory, records, saving);
  };
  await teller.keeper.save();
  expect(sizes).toEqual(Array.from({ length: 13 }, () => 100));
  expect(breathCount()).toBe(52);
  await reader.keeper.restore();
  expect(breathCount()).toBe(52 + 13);
  expect([reader.quoteOf("S1000"), reader.quoteOf("S2299")]).not.toContain(undefined);
});

test("saves a message that arrives during a save the next time", async () => {
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

test("reads only found symbols that the store has changed", async () => {
  const { memory, start } = await planStore(fpt, named("AAA"));
  const teller = await start();
  teller.tell("FPT", 1);
  const { board, quoteOf } = await start();
  const reader = new QuoteReader(memory as unknown as Store, board);
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

test("searches wait for registered work, successful or failed", async () => {
  const { start } = await planStore(fpt);
  const { board } = await start();
  const { promise, reject } = Promise.withResolvers<void>();
  board.waitFor(promise);
  let isReady = false;
  const waiting = board.whenReady()?.then(() => {
    isReady = true;
  });
  await new Promise((settle) => setTimeout(settle, 5));
  expect(isReady).toBe(false);
  reject(new Error("The store is away."));
  await waiting;
  expect(board.whenReady()).toBeUndefined();
});
