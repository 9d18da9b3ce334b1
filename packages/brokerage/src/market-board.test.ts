import { calendarDateOf, type InstrumentRecord } from "@trading-oms/market";
import { expect, test } from "vitest";
import { MarketBoard } from "./market-board.ts";
import { openReferenceBook } from "./reference/book.ts";
import { setPrice } from "./settings/set-price.ts";
import { openMarkBook } from "./testing/open-mark-book.ts";
import { fpt, list, planServices } from "./testing/plan-services.ts";

const atMs = Date.parse("2026-11-18T10:00:00+07:00");

function named(symbol: string, companyName: string): InstrumentRecord {
  return { ...fpt, symbol, name: symbol, companyName };
}

async function planBoard(...records: InstrumentRecord[]) {
  const { services } = planServices();
  await list(services, ...records);
  const book = await openReferenceBook(services);
  const board = new MarketBoard(book);
  let breathCount = 0;
  const yieldToEventLoop = async (): Promise<void> => {
    breathCount += 1;
  };
  const follow = async (): Promise<void> => {
    await book.refresh();
    await board.follow(yieldToEventLoop);
  };
  await follow();
  return { services, book, board, follow, breathCount: () => breathCount };
}

function symbolsOf(board: MarketBoard, term: string): unknown[] {
  return board.search(term).found.map(({ instrument }) => instrument.symbol);
}

test("finds a listed instrument without a quote before any market message", async () => {
  const { board } = await planBoard(fpt, named("HPG", "CTCP Tập đoàn Hòa Phát"));
  expect(board.search("hoa phat").quotedAtMs).toBeUndefined();
  expect(board.search("hoa phat").found).toMatchObject([
    { instrument: named("HPG", "CTCP Tập đoàn Hòa Phát"), quote: undefined },
  ]);
  expect(board.search("vinamilk")).toEqual({ found: [], quotedAtMs: undefined });
});

test("shows a price that was set by hand until a trade replaces it", async () => {
  const { services, book } = await planBoard(fpt);
  const marks = await openMarkBook({ ...services, now: () => atMs });
  const board = new MarketBoard(book, () => atMs, marks);
  board.followAtOnce();
  const found = () => board.search("fpt").found[0];
  const [before, version] = [found(), found()?.version];
  expect(before?.byHand).toBeUndefined();
  await setPrice({ ...services, now: () => atMs }, { isConfirmed: true, symbol: "FPT", price: 80_500_000n });
  await marks.refresh();
  expect(found()).toMatchObject({ byHand: { price: 80_500_000n, atMs } });
  expect(found()?.version).not.toBe(version);
  expect(board.search("fpt").quotedAtMs).toBe(atMs);
  const trade = { kind: "trade", symbol: "FPT", seq: 1, price: 80_600_000n, quantity: 100 } as const;
  marks.hear([{ ...trade, atMs: atMs + 1, side: "buy" }]);
  expect(found()?.byHand).toBeUndefined();
});

test("finds futures of each product by their alias, which moves after an expiration", async () => {
  const codes = ["41I1GB000", "41I1GC000", "41I2GB000", "41B5GC000", "41BAGC000"];
  const entries = new Map(
    codes.map((symbol, version) => {
      const record = { ...named(symbol, "Hợp đồng tương lai VN30"), exchange: "DERIVATIVES", type: "future" };
      return [symbol, { symbol, details: JSON.stringify({ ...record, ...bigints }), version }] as const;
    }),
  );
  const holidays = new Set<string>();
  let nowMs = Date.parse("2026-11-19T10:00:00+07:00");
  const book = { findInstrument: () => undefined, listEntries: () => entries, holidays: () => holidays };
  const board = new MarketBoard(book, () => nowMs);
  board.followAtOnce();
  const aliases = ["vn30f1m", "VN30F2M", "vn100f1m", "GB05F1Q", "gb10f1q"];
  expect(aliases.map((alias) => board.symbolsOf(alias)[0])).toEqual(codes);
  nowMs += 86_400_000;
  expect(board.symbolsOf("vn30f1m")[0]).toBe("41I1GC000");
  // There are no codes before 2025.
  nowMs = 0;
  expect(board.symbolsOf("vn30f1m")).toEqual([]);
});

const nextDay = (symbol: string, seq: number) =>
  ({
    kind: "day",
    symbol,
    seq,
    atMs: atMs + 86_400_000,
    date: calendarDateOf(atMs + 86_400_000),
    referencePrice: 80_000_000n,
  }) as const;

const bigints = { referencePrice: 0, lot: 1, minQuantity: 1, maxQuantity: 1 };

test("sorts equal matches by the value of the day before in steps that yield to other work", async () => {
  const many = Array.from({ length: 2_500 }, (_, index) => named(`S${index}`, "Thép"));
  const { board } = await planBoard(...many);
  for (const { symbol } of many) {
    board.apply({ kind: "trade", symbol, seq: 1, atMs, price: 80_000_000n, quantity: 100, side: "buy" });
  }
  board.apply({ kind: "trade", symbol: "S2400", seq: 2, atMs, price: 80_000_000n, quantity: 1, side: "buy" });
  for (const { symbol } of many) board.apply(nextDay(symbol, 3));
  let breathCount = 0;
  const symbols = await board.takeChangedSymbolsIn(async () => {
    breathCount += 1;
  });
  expect([symbols.length, breathCount]).toEqual([2_500, 25]);
  expect(symbolsOf(board, "thep")[0]).toBe("S2400");
});

test("reports a symbol that changes during sorting on the next call", async () => {
  const many = Array.from({ length: 200 }, (_, index) => named(`S${index}`, "Thép"));
  const { board } = await planBoard(...many);
  const tell = (symbol: string, seq: number) =>
    board.apply({ kind: "trade", symbol, seq, atMs, price: 80_000_000n, quantity: 100, side: "buy" });
  for (const { symbol } of many) tell(symbol, 1);
  let seq = 1;
  await board.takeChangedSymbolsIn(async () => {
    seq += 1;
    tell("S0", seq);
  });
  expect(await board.takeChangedSymbolsIn(async () => {})).toEqual(["S0"]);
});

test("reports later listed symbols once, including one that was delisted and relisted", async () => {
  const { services, board, follow } = await planBoard(fpt);
  expect(board.takeListedSymbols()).toEqual([]);
  await list(services, fpt, named("HPG", "Hòa Phát"));
  await follow();
  expect(board.takeListedSymbols()).toEqual(["HPG"]);
  expect(board.takeListedSymbols()).toEqual([]);
  await list(services, fpt);
  await follow();
  await list(services, { ...fpt, companyName: "Tập đoàn Đổi Tên" }, named("HPG", "Hòa Phát"));
  await follow();
  expect(board.takeListedSymbols()).toEqual(["HPG"]);
});

test("finds listed, renamed and removed instruments in their current state", async () => {
  const others = Array.from({ length: 100 }, (_, index) => named(`S${index}`, `Công ty số ${index}`));
  const { services, board, follow } = await planBoard(fpt, named("HPG", "Hòa Phát"), ...others);
  expect([symbolsOf(board, "HPG"), symbolsOf(board, "FPT")]).toEqual([["HPG"], ["FPT"]]);
  await list(services, { ...fpt, companyName: "Tập đoàn Đổi Tên" }, named("VNM", "Vinamilk"), ...others);
  expect(symbolsOf(board, "HPG")).toEqual(["HPG"]);
  await follow();
  expect(symbolsOf(board, "hpg")).toEqual([]);
  expect(symbolsOf(board, "vinamilk")).toEqual(["VNM"]);
  expect(board.search("doi ten").found).toMatchObject([
    { instrument: { symbol: "FPT", companyName: "Tập đoàn Đổi Tên" } },
  ]);
  expect(symbolsOf(board, "so 99")[0]).toBe("S99");
});

test("finds changed details besides the name and keeps the quote", async () => {
  const { services, board, follow } = await planBoard(fpt);
  expect(
    board.apply({
      kind: "trade",
      symbol: "FPT",
      seq: 1,
      atMs,
      price: 80_500_000n,
      quantity: 300,
      side: "buy",
    }),
  ).toBe("applied");
  const before = board.search("fpt").found[0]?.version;
  expect(board.search("fpt").found[0]?.version).toBe(before);
  await list(services, { ...fpt, maxQuantity: 400_000n });
  await follow();
  expect(board.search("fpt").found[0]?.version).not.toBe(before);
  expect(board.search("fpt").found).toMatchObject([
    {
      instrument: { maxQuantity: 400_000n },
      quote: { lastPrice: 80_500_000n, total: { quantity: 300 } },
    },
  ]);
});

test("returns each found instrument with its quote, and the newest quote time", async () => {
  const { board } = await planBoard(fpt, named("FPX", "FPX"), named("VNM", "Vinamilk"));
  const trade = { kind: "trade", seq: 1, price: 80_000_000n, quantity: 100, side: "none" } as const;
  board.apply({ ...trade, symbol: "FPX", atMs });
  board.apply({ ...trade, symbol: "FPT", atMs: atMs + 5 });
  board.apply({ ...trade, symbol: "VNM", atMs: atMs + 9 });
  expect(board.search("fp").quotedAtMs).toBe(atMs + 5);
  expect(board.search("vinamilk").quotedAtMs).toBe(atMs + 9);
  expect(board.apply({ ...trade, symbol: "GONE", atMs })).toBe("unknown-symbol");
  expect(board.apply({ kind: "heartbeat", atMs })).toBe("applied");
});

test("ranks what was traded more on the day before first, whatever is traded today, also after the catalog was replaced", async () => {
  const { services, board, follow } = await planBoard(named("AAA", "Thép A"), named("BBB", "Thép B"));
  expect(symbolsOf(board, "thep")).toEqual(["AAA", "BBB"]);
  board.apply({
    kind: "trade",
    symbol: "BBB",
    seq: 1,
    atMs,
    price: 80_000_000n,
    quantity: 100,
    side: "none",
  });
  expect(board.takeChangedSymbols()).toEqual(["BBB"]);
  expect(symbolsOf(board, "thep")).toEqual(["AAA", "BBB"]);
  board.apply(nextDay("BBB", 2));
  board.apply({
    kind: "trade",
    symbol: "AAA",
    seq: 1,
    atMs: atMs + 86_400_000,
    price: 80_000_000n,
    quantity: 900_000,
    side: "none",
  });
  expect(board.takeChangedSymbols()).toEqual(["BBB", "AAA"]);
  expect(symbolsOf(board, "thep")).toEqual(["BBB", "AAA"]);
  await list(services, named("AAA", "Thép mới A"), named("BBB", "Thép mới B"), named("CCC", "Thép mới C"));
  await follow();
  expect(symbolsOf(board, "thep moi")).toEqual(["BBB", "AAA", "CCC"]);
});

test("without trades, ranks the larger exchange first, then the shorter name", async () => {
  const on = (exchange: string, symbol: string, companyName: string) => {
    return { ...named(symbol, companyName), name: companyName, exchange };
  };
  const { board } = await planBoard(
    on("UPCOM", "AAA", "Thép"),
    on("HNX", "BBB", "Thép Nam"),
    on("HOSE", "CCC", "Thép Miền Trung"),
    on("HOSE", "DDD", "Thép Bắc"),
  );
  expect(symbolsOf(board, "the")).toEqual(["DDD", "CCC", "BBB", "AAA"]);
});

test("a relisted instrument has no earlier quote", async () => {
  const { services, board, follow } = await planBoard(fpt);
  board.apply({
    kind: "trade",
    symbol: "FPT",
    seq: 7,
    atMs,
    price: 80_000_000n,
    quantity: 100,
    side: "none",
  });
  board.apply({ kind: "day", symbol: "FPT", seq: 8, atMs, date: "2026-11-18", referencePrice: 80_000_000n });
  await list(services, named("VNM", "Vinamilk"));
  await follow();
  expect(symbolsOf(board, "fpt")).toEqual([]);
  await list(services, fpt, named("VNM", "Vinamilk"));
  await follow();
  expect(board.search("fpt").found).toMatchObject([{ instrument: { symbol: "FPT" }, quote: undefined }]);
});

test("yields while following a large catalog, and does no work for an unchanged one", async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => named(`S${String(index).padStart(5, "0")}`, "Số"));
  const { services, board, follow, breathCount } = await planBoard(...many);
  expect(breathCount()).toBeGreaterThanOrEqual(4);
  const before = breathCount();
  await follow();
  expect(breathCount()).toBe(before);
  await list(services, ...many.slice(0, 4_900));
  await follow();
  expect(breathCount()).toBeGreaterThanOrEqual(before + 8);
  expect([symbolsOf(board, "S04899")[0], symbolsOf(board, "S04950").includes("S04950")]).toEqual([
    "S04899",
    false,
  ]);
});

test("a delisted instrument takes no place among the fifty results", async () => {
  const others = Array.from({ length: 1_000 }, (_, index) => named(`S${index}`, "Số"));
  const found = Array.from({ length: 60 }, (_, index) => named(`K${100 + index}`, "Kho"));
  const { services, board, follow } = await planBoard(...found, ...others);
  await list(services, ...found.slice(50), ...others);
  await follow();
  expect(symbolsOf(board, "kho")).toEqual(found.slice(50).map(({ symbol }) => symbol));
});

test("new reference prices update the results without rebuilding the index", async () => {
  const many = Array.from({ length: 100 }, (_, index) => named(`S${index}`, `Thép ${index}`));
  const { services, board, follow } = await planBoard(...many);
  board.search("S7");
  const before = board.search("S7").found[0]?.version;
  await list(services, ...many.map((each) => ({ ...each, referencePrice: 20_000_000n })));
  await follow();
  const after = board.search("S7").found[0]?.version;
  expect(after).not.toBe(before);
  expect(symbolsOf(board, "S7")[0]).toBe("S7");
});

test("a search before the first catalog can wait for it, and an empty catalog counts", async () => {
  const { services } = planServices();
  const empty = new MarketBoard(await openReferenceBook(services));
  await empty.whenReady();
  expect(empty.whenReady()).toBeUndefined();
  await list(services, fpt);
  const board = new MarketBoard(await openReferenceBook(services));
  const following = board.follow(() => Promise.resolve());
  await board.whenReady();
  expect(symbolsOf(board, "fpt")).toEqual(["FPT"]);
  await following;
});

test("trades during a catalog replacement count in the new catalog", async () => {
  const { services, book, board } = await planBoard(named("AAA", "Thép A"), named("BBB", "Thép B"));
  await list(services, named("AAA", "Thép mới A"), named("BBB", "Thép mới B"), named("CCC", "Thép mới C"));
  await book.refresh();
  const others = Array.from({ length: 3_000 }, (_, index) => named(`S${index}`, `Kho ${index}`));
  await list(services, named("AAA", "Thép mới A"), named("BBB", "Thép mới B"), ...others);
  await book.refresh();
  let seq = 0;
  await board.follow(async () => {
    seq += 1;
    const trade = { kind: "trade", seq, atMs, price: 80_000_000n, quantity: 100, side: "none" } as const;
    board.apply({ ...trade, symbol: "BBB" });
    board.apply(nextDay("BBB", seq + 1));
    seq += 1;
    board.takeChangedSymbols();
    expect(symbolsOf(board, "thep")[0]).toBe("BBB");
  });
  expect(seq).toBeGreaterThan(3);
  expect(symbolsOf(board, "thep moi")).toEqual(["BBB", "AAA"]);
});

test("also follows synchronously", async () => {
  const { services, book, board } = await planBoard(fpt);
  await list(services, named("VNM", "Vinamilk"));
  await book.refresh();
  board.followAtOnce();
  expect([symbolsOf(board, "vnm"), symbolsOf(board, "fpt")]).toEqual([["VNM"], []]);
});
