import { schemas } from "@trading-oms/contract";
import { readMessage } from "@trading-oms/feed";
import {
  type Instrument,
  type MarketMessage,
  parsePrice,
  QuoteBoard,
  readQuote,
  renderQuote,
  type Session,
  type TradeSide,
} from "@trading-oms/market";
import fc from "fast-check";
import { expect, test } from "vitest";
import { entryOf } from "../../wire/symbol-entry.ts";
import { cacheEntries } from "./entries.ts";

const atMs = Date.parse("2026-11-23T10:00:00+07:00");
const trade = { kind: "trade", atMs, price: 81_000_000n, quantity: 100, side: "buy" } as const;

test("maps an instrument without quote to its static data and nulls", () => {
  const board = new QuoteBoard([
    shareNamed("FPT", 81_000_000n, {
      sectorLevel1: "Công nghệ thông tin",
      sectorLevel2: "Phần mềm và dịch vụ",
      sectorLevel3: "Dịch vụ công nghệ thông tin",
      industryName: "Công nghệ",
      logoId: "logo-fpt",
    }),
  ]);
  expect(textOf(board, "FPT")).toBe(
    '{"symbol":"FPT","companyName":"Công ty Cổ phần FPT","sectorLvl1":"Công nghệ thông tin",' +
      '"sectorLvl2":"Phần mềm và dịch vụ","sectorLvl3":"Dịch vụ công nghệ thông tin",' +
      '"industryName":"Công nghệ","logoId":"logo-fpt",' +
      '"stat":{"id":"STO.FPT","symbol":"FPT","type":"ST","lot":100,"minQty":100,"maxQty":500000,' +
      '"prcStep":100,"name":"FPT","productGroupID":"STO","tickerCode":"FPT",' +
      '"symbolName":"Công ty Cổ phần FPT"},' +
      '"news":[],"sentiment":null,"info":null,"depth":null,"trend":null}',
  );
});

test("maps a complete future with all members and exact decimals", () => {
  const board = new QuoteBoard([futureNamed("41I1GC000", 1_470_000n)]);
  tell(board, "41I1GC000", [
    { kind: "day", date: "2026-11-23", referencePrice: 1_470_000n },
    { kind: "session", session: "opening-auction" },
    { kind: "trade", price: 1_470_300n, quantity: 10, side: "none" },
    { kind: "session", session: "continuous" },
    { kind: "trade", price: 1_470_100n, quantity: 3, side: "buy" },
    { kind: "trade", price: 1_469_900n, quantity: 1, side: "sell" },
    { kind: "open-interest", openInterest: 41_215 },
    { kind: "close", price: 1_469_900n },
    {
      kind: "depth",
      bids: [{ price: 1_469_900n, quantity: 14 }],
      asks: [{ price: 1_470_000n, quantity: 9 }],
    },
    { kind: "sentiment", bullishCount: 2, bearishCount: 1 },
    { kind: "news", item: { title: "VN30 đáo hạn", publishedAtMs: 7 } },
  ]);
  expect(textOf(board, "41I1GC000")).toBe(
    '{"symbol":"41I1GC000","companyName":"Hợp đồng tương lai chỉ số VN30 tháng 12/2026",' +
      '"stat":{"id":"DVX.41I1GC000","symbol":"41I1GC000","type":"FU","lot":1,"minQty":1,"maxQty":500,' +
      '"prcStep":0.1,"name":"VN30F2612","productGroupID":"DVX","tickerCode":"VN30F2612",' +
      '"symbolName":"Hợp đồng tương lai chỉ số VN30 tháng 12/2026","underlyingSymbolCode":"VN30",' +
      '"expirationDate":"2026-12-17","contractSize":100000},' +
      '"news":[{"title":"VN30 đáo hạn","publishedAt":7}],' +
      '"sentiment":{"bullish":2,"bullishPercent":66.67,"bullishTime":1795402810000,' +
      '"bearish":1,"bearishPercent":33.33,"bearishTime":1795402810000},' +
      '"info":{"id":"DVX.G1.41I1GC000","seq":8,"time":1795402808000,"symbol":"41I1GC000","boardID":"G1",' +
      '"nomiPrc":1470,"ceilPrc":1572.9,"floorPrc":1367.1,"lsPrc":1469.9,"lsVol":1,"openPrc":1470.3,' +
      '"closePrc":1469.9,"highPrc":1470.3,"lowPrc":1469.9,"vWAP":1470.23,"totVol":14,' +
      '"totVal":2058320000,"tradingSession":"40","openInterest":41215},' +
      '"depth":{"seq":9,"time":1795402809000,"symbol":"41I1GC000","boardID":"G1",' +
      '"bidPriceDepth":[{"prc":1469.9,"vol":14}],"askPriceDepth":[{"prc":1470,"vol":9}]},' +
      '"trend":{"buyUp":{"symbol":"41I1GC000","way":1,"vwapPrice":1470.1,"totalValue":441030000,' +
      '"totalVol":3,"tradeCount":1},"sellDown":{"symbol":"41I1GC000","way":-1,"vwapPrice":1469.9,' +
      '"totalValue":146990000,"totalVol":1,"tradeCount":1},' +
      '"buyUpPct":75,"sellDownPct":25,"gapValue":294040000}}',
  );
});

test("shows a price by hand as the last price, with and without a quote, until it is replaced", () => {
  const board = new QuoteBoard([shareNamed("FPT", 81_000_000n)]);
  const write = cacheEntries();
  const written = (): unknown => {
    const quoted = board.quotedOf("FPT");
    return quoted && JSON.parse(new TextDecoder().decode(write(quoted))).info;
  };
  board.setPriceByHand("FPT", { price: 80_500_000n, atMs });
  expect(written()).toEqual({
    id: "STO.G1.FPT",
    time: atMs,
    symbol: "FPT",
    boardID: "G1",
    nomiPrc: 81_000,
    ceilPrc: 86_600,
    floorPrc: 75_400,
    lsPrc: 80_500,
  });
  board.apply({ ...trade, symbol: "FPT", seq: 1 });
  expect(written()).toMatchObject({ seq: 1, time: atMs, lsPrc: 80_500, totVol: 100 });
  board.setPriceByHand("FPT", undefined);
  expect(written()).toMatchObject({ lsPrc: 81_000, totVol: 100 });
});

test("accepts depth, sentiment and news before the first quote", () => {
  const board = new QuoteBoard([shareNamed("FPT", 81_000_000n)]);
  tell(board, "FPT", [{ kind: "depth", bids: [{ price: 80_900_000n, quantity: 100 }], asks: [] }]);
  expect(textOf(board, "FPT")).toMatch(/"info":null,"depth":\{"seq":1,.*\},"trend":null\}$/);
});

test("omits the open interest of a share even if a feed reports it", () => {
  const board = new QuoteBoard([shareNamed("FPT", 81_000_000n)]);
  tell(board, "FPT", [{ kind: "open-interest", openInterest: 5 }]);
  expect(textOf(board, "FPT")).not.toContain("openInterest");
});

test("shows no trade prices, totals of 0 and no trend before the first trade", () => {
  const board = new QuoteBoard([shareNamed("HPG", 26_350_000n)]);
  tell(board, "HPG", [{ kind: "session", session: "continuous" }]);
  const { info, trend } = JSON.parse(textOf(board, "HPG"));
  expect(info).toEqual({
    id: "STO.G1.HPG",
    seq: 1,
    time: 1795402801000,
    symbol: "HPG",
    boardID: "G1",
    nomiPrc: 26350,
    ceilPrc: 28150,
    floorPrc: 24550,
    totVol: 0,
    totVal: 0,
    tradingSession: "40",
  });
  expect(trend).toBeNull();
});

test("counts auction trades in the totals but on no side of the trend", () => {
  const board = new QuoteBoard([shareNamed("HPG", 26_350_000n)]);
  tell(board, "HPG", [{ kind: "trade", price: 26_400_000n, quantity: 700, side: "none" }]);
  expect(JSON.parse(textOf(board, "HPG"))).toMatchObject({ info: { totVol: 700 }, trend: null });
});

test("shows no average price for a trend side without trades, and 100 percent for the other", () => {
  const board = new QuoteBoard([shareNamed("HPG", 26_350_000n)]);
  tell(board, "HPG", [{ kind: "trade", price: 26_400_000n, quantity: 100, side: "sell" }]);
  expect(JSON.parse(textOf(board, "HPG")).trend).toEqual({
    buyUp: { symbol: "HPG", way: 1, totalValue: 0, totalVol: 0, tradeCount: 0 },
    sellDown: {
      symbol: "HPG",
      way: -1,
      vwapPrice: 26400,
      totalValue: 2_640_000,
      totalVol: 100,
      tradeCount: 1,
    },
    buyUpPct: 0,
    sellDownPct: 100,
    gapValue: -2_640_000,
  });
});

test("shows the halt code of a halted symbol, and its session afterwards", () => {
  const board = new QuoteBoard([shareNamed("HPG", 26_350_000n)]);
  tell(board, "HPG", [
    { kind: "session", session: "continuous" },
    { kind: "status", isHalted: true },
  ]);
  expect(JSON.parse(textOf(board, "HPG")).info.tradingSession).toBe("90");
  board.apply({ kind: "status", isHalted: false, symbol: "HPG", seq: 3, atMs });
  expect(JSON.parse(textOf(board, "HPG")).info.tradingSession).toBe("40");
});

test("shows at most five news items, the newest first", () => {
  const board = new QuoteBoard([shareNamed("HPG", 26_350_000n)]);
  tell(
    board,
    "HPG",
    ["1", "2", "3", "4", "5", "6"].map((title) => ({ kind: "news", item: { title, publishedAtMs: 1 } })),
  );
  const titles = JSON.parse(textOf(board, "HPG")).news.map(({ title }: { title: string }) => title);
  expect(titles).toEqual(["6", "5", "4", "3", "2"]);
});

test("after any messages, the cached entry equals the typed mapping and passes the contract's schema", () => {
  const price = fc.integer({ min: 13_700, max: 15_700 }).map((tenths) => BigInt(tenths) * 100n);
  const quantity = fc.integer({ min: 1, max: 500 });
  const levels = fc.array(fc.record({ price, quantity }), { maxLength: 3 });
  const session = fc.constantFrom<Session>("opening-auction", "continuous", "closed");
  const side = fc.constantFrom<TradeSide>("buy", "sell", "none");
  const count = fc.nat({ max: 9 });
  const anyMessage: fc.Arbitrary<Told<MarketMessage>> = fc.oneof(
    fc.record({ kind: fc.constant("day" as const), date: fc.constant("2026-11-23"), referencePrice: price }),
    fc.record({ kind: fc.constant("session" as const), session }),
    fc.record({ kind: fc.constant("trade" as const), price, quantity, side }),
    fc.record({ kind: fc.constant("depth" as const), bids: levels, asks: levels }),
    fc.record({ kind: fc.constant("close" as const), price }),
    fc.record({ kind: fc.constant("status" as const), isHalted: fc.boolean() }),
    fc.record({ kind: fc.constant("open-interest" as const), openInterest: quantity }),
    fc.record({ kind: fc.constant("sentiment" as const), bullishCount: count, bearishCount: count }),
    fc.record({
      kind: fc.constant("news" as const),
      item: fc.record({ title: fc.string({ unit: "binary" }), publishedAtMs: quantity }),
    }),
  );
  const symbol = "41I1GC000";
  fc.assert(
    fc.property(fc.array(anyMessage, { minLength: 1, maxLength: 8 }), (messages) => {
      const board = new QuoteBoard([futureNamed(symbol, 1_470_000n)]);
      for (const [index, message] of messages.entries()) {
        board.apply({ ...message, symbol, seq: index + 1, atMs: atMs + index } as MarketMessage);
        const fresh = new QuoteBoard([futureNamed(symbol, 1_470_000n)]);
        const snapshot = board.snapshotOf(symbol);
        if (snapshot !== undefined) fresh.restore(snapshot);
        expect(textOf(fresh, symbol)).toBe(textOf(board, symbol));
      }
      const mapped = schemas.SymbolEntry.parse(entryOf(quotedOf(board, symbol)));
      expect(JSON.parse(textOf(board, symbol))).toEqual(mapped);
      expect(strangersIn(mapped)).toEqual([]);
    }),
  );
});

test("shows exact totals without binary fraction artefacts", () => {
  const anyTrade = fc.record({
    price: fc.bigInt({ min: 13_671n, max: 15_729n }).map((tenths) => tenths * 100n),
    quantity: fc.integer({ min: 1, max: 500 }),
    side: fc.constantFrom("buy", "sell", "none"),
  });
  fc.assert(
    fc.property(fc.array(anyTrade, { minLength: 1, maxLength: 20 }), (trades) => {
      const symbol = "41I1GC000";
      const board = new QuoteBoard([futureNamed(symbol, 1_470_000n)]);
      for (const [index, each] of trades.entries())
        board.apply({ ...trade, ...each, symbol, seq: index + 1 });
      const text = textOf(board, symbol);
      const quantity = trades.reduce((sum, each) => sum + each.quantity, 0);
      const turnover = trades.reduce((sum, each) => sum + each.price * BigInt(each.quantity), 0n);
      expect(text).toContain(`"totVol":${quantity},"totVal":${turnover * 100n}}`);
      const average = parsePrice(/"vWAP":([\d.]+)/.exec(text)?.[1] ?? "") ?? 0n;
      const error = average * BigInt(quantity) - turnover;
      expect((error < 0n ? -error : error) <= 5n * BigInt(quantity)).toBe(true);
      expect(text.match(/\d+\.\d{3,}|\d[eE]/g)).toBeNull();
    }),
  );
});

test("returns the same object until the instrument changes", () => {
  const board = new QuoteBoard([shareNamed("FPT", 81_000_000n), shareNamed("HPG", 26_350_000n)]);
  const write = cacheEntries();
  const entry = () => write(quotedOf(board, "FPT"));
  const first = entry();
  expect(entry()).toBe(first);
  board.apply({ ...trade, symbol: "HPG", seq: 1 });
  board.apply({ ...trade, symbol: "FPT", seq: 7 });
  expect(entry()).toBe(first);
  board.apply({ ...trade, symbol: "FPT", seq: 1 });
  const second = entry();
  expect(second).not.toBe(first);
  expect(JSON.parse(decode(first)).info).toBeNull();
  expect(JSON.parse(decode(second)).info).toMatchObject({ totVol: 100 });
  board.list(shareNamed("FPT", 81_000_000n, { companyName: "FPT mới" }));
  expect(JSON.parse(decode(entry()))).toMatchObject({
    companyName: "FPT mới",
    info: { totVol: 100 },
  });
});

test("evicts entries above the limit and serializes them again", () => {
  const board = new QuoteBoard(["FPT", "HPG", "VCB"].map((symbol) => shareNamed(symbol, 50_000_000n)));
  const write = cacheEntries(2);
  const [fpt, hpg] = ["FPT", "HPG"].map((symbol) => write(quotedOf(board, symbol)));
  write(quotedOf(board, "VCB"));
  expect(write(quotedOf(board, "HPG"))).toBe(hpg);
  const again = write(quotedOf(board, "FPT"));
  expect(again).not.toBe(fpt);
  expect(again).toEqual(fpt);
});

/** Arbitrary values for a member of a quote, most of them invalid. */
const anyMember = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    0,
    1,
    100,
    8_000_000_000,
    9_007_199_254_740_991,
    "0",
    "7",
    "continuous",
    [],
  ),
  fc.array(fc.tuple(fc.constantFrom(0, 1, 80_000_000), fc.constantFrom(0, 1, 100)), { maxLength: 3 }),
  fc.record({
    quantity: fc.constantFrom(0, 100),
    turnover: fc.constantFrom(0, 1, "90071992547409930000"),
    tradeCount: fc.constantFrom(0, 1),
  }),
  fc.record({
    seq: fc.constant(4),
    atMs: fc.constant(atMs),
    bids: fc.constant([]),
    asks: fc.constant([[1, 1]]),
  }),
  fc.record({
    bullishCount: fc.constantFrom(0, 3),
    bearishCount: fc.constantFrom(0, 2),
    atMs: fc.constant(atMs),
  }),
);
const nothingTraded = { quantity: 0, turnover: 0, tradeCount: 0 };
const toldQuote = {
  date: "2026-11-23",
  referencePrice: 80_000_000,
  isHalted: false,
  total: nothingTraded,
  bought: nothingTraded,
  sold: nothingTraded,
  news: [],
  quotedSeq: 3,
  quotedAtMs: atMs,
};
const memberNames = [
  ...["referencePrice", "session", "isHalted", "lastPrice", "lastQuantity", "lastTradedAtMs", "openPrice"],
  ...["closePrice", "highPrice", "lowPrice", "total", "bought", "sold", "openInterest", "depth", "sentiment"],
  ...["news", "quotedSeq", "quotedAtMs"],
];

test("serializes any accepted feed snapshot as complete JSON", () => {
  let readCount = 0;
  const members = fc.dictionary(fc.constantFrom(...memberNames), anyMember, { maxKeys: 4 });
  fc.assert(
    fc.property(fc.constantFrom("stock", "warrant", "future"), members, (type, changed) => {
      const quote = { ...toldQuote, ...changed };
      const message = readMessage({ kind: "snapshot", symbol: "FPT", seq: 3, atMs, quote });
      if (typeof message === "string") return;
      readCount += 1;
      const board = new QuoteBoard([shareNamed("FPT", 80_000_000n, { type })]);
      board.apply(message);
      expect(JSON.parse(textOf(board, "FPT"))).toMatchObject({ symbol: "FPT" });
    }),
    { numRuns: 5_000 },
  );
  expect(readCount).toBeGreaterThan(500);
});

test("rejects an altered stored quote or serializes it", () => {
  const told = new QuoteBoard([shareNamed("FPT", 81_000_000n)]);
  tell(told, "FPT", [
    { kind: "trade", price: 81_000_000n, quantity: 100, side: "buy" },
    { kind: "depth", bids: [{ price: 80_900_000n, quantity: 300 }], asks: [] },
    { kind: "sentiment", bullishCount: 3, bearishCount: 0 },
    { kind: "news", item: { title: "FPT", publishedAtMs: atMs, url: "https://example.com/a" } },
  ]);
  const snapshot = told.snapshotOf("FPT");
  if (snapshot === undefined) throw new Error("Nothing was told of FPT.");
  const parsed = JSON.parse(renderQuote(snapshot.quote));
  const oddValue = fc.oneof(fc.jsonValue(), fc.constantFrom(0, -1, "0", "1", 1e300, {}, []));
  const names = fc.constantFrom(
    ...Object.keys(parsed),
    "total.turnover",
    "bought.quantity",
    "sold.tradeCount",
  );
  let shownCount = 0;
  fc.assert(
    fc.property(names, oddValue, (name, value) => {
      const [outer = "", inner] = name.split(".");
      const changed = inner === undefined ? value : { ...parsed[outer], [inner]: value };
      const reading = readQuote(JSON.stringify({ ...parsed, [outer]: changed }));
      if (reading.kind === "faulty") return;
      shownCount += 1;
      const board = new QuoteBoard([shareNamed("FPT", 81_000_000n)]);
      board.restore({ ...snapshot, quote: reading.quote });
      expect(JSON.parse(textOf(board, "FPT"))).toMatchObject({ symbol: "FPT" });
    }),
    { numRuns: 2_000 },
  );
  expect(shownCount).toBeGreaterThan(50);
});

type Told<Message> = Message extends unknown ? Omit<Message, "symbol" | "seq" | "atMs"> : never;

/** Applies messages of one symbol in order, a second apart. */
function tell(board: QuoteBoard, symbol: string, messages: readonly Told<MarketMessage>[]): void {
  for (const [index, message] of messages.entries()) {
    const seq = index + 1;
    const told = { ...message, symbol, seq, atMs: atMs + seq * 1_000 } as MarketMessage;
    expect(board.apply(told)).toBe("applied");
  }
}

/** The members of an entry and its parts that the contract does not define. */
function strangersIn(entry: object): string[] {
  const { news, stat, info, depth, sentiment, trend, ...names } = entry as ReturnType<typeof entryOf>;
  const parts = { stat, info, depth, sentiment, trend };
  const { shape } = schemas.SymbolEntry;
  const strangers = Object.keys({ ...names, news }).filter((name) => !(name in shape));
  for (const [name, part] of Object.entries(parts)) {
    const known = shape[name as keyof typeof parts].unwrap().options[0].shape;
    strangers.push(...Object.keys(part ?? {}).filter((member) => !(member in known)));
  }
  return strangers;
}

function shareNamed(symbol: string, referencePrice: bigint, details: Partial<Instrument> = {}): Instrument {
  return {
    symbol,
    exchange: "HOSE",
    type: "stock",
    name: symbol,
    companyName: `Công ty Cổ phần ${symbol}`,
    tickerCode: symbol,
    referencePrice,
    lot: 100n,
    minQuantity: 100n,
    maxQuantity: 500_000n,
    ...details,
  };
}

/** A future on VN30 that expires on 2026-12-17. */
function futureNamed(symbol: string, referencePrice: bigint): Instrument {
  return {
    symbol,
    exchange: "DERIVATIVES",
    type: "future",
    name: "VN30F2612",
    companyName: "Hợp đồng tương lai chỉ số VN30 tháng 12/2026",
    tickerCode: "VN30F2612",
    referencePrice,
    lot: 1n,
    minQuantity: 1n,
    maxQuantity: 500n,
    underlyingSymbolCode: "VN30",
    expirationDate: "2026-12-17",
    contractSize: 100_000n,
  };
}

const writeEntry = cacheEntries();

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function quotedOf(board: QuoteBoard, symbol: string) {
  const quoted = board.quotedOf(symbol);
  if (quoted === undefined) throw new Error(`${symbol} is not listed.`);
  return quoted;
}

function textOf(board: QuoteBoard, symbol: string): string {
  return decode(writeEntry(quotedOf(board, symbol)));
}
