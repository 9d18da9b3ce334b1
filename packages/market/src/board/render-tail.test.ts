import fc from "fast-check";
import { expect, test } from "vitest";
import type { Session } from "../session-of.ts";
import { futureNamed, shareNamed } from "../testing/list-some-instruments.ts";
import { createQuoteBoard, type QuoteBoard } from "./create-quote-board.ts";
import type { MarketMessage, TradeSide } from "./market-message.ts";

const atMs = Date.parse("2026-11-23T10:00:00+07:00");

test("An instrument of which nothing was told has its static data, and null for all else", () => {
  const board = createQuoteBoard([
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

test("A future of which everything was told has every member, and its decimals are exact", () => {
  const board = createQuoteBoard([futureNamed("41I1GC000", 1_470_000n)]);
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

test("Depth, sentiment and news that come before any quote make none", () => {
  const board = createQuoteBoard([shareNamed("FPT", 81_000_000n)]);
  tell(board, "FPT", [{ kind: "depth", bids: [{ price: 80_900_000n, quantity: 100 }], asks: [] }]);
  expect(textOf(board, "FPT")).toMatch(/"info":null,"depth":\{"seq":1,.*\},"trend":null\}$/);
  expect(board.quotedAtMsOf("FPT")).toBeUndefined();
});

test("A share has no open interest, whatever a feed tells of it", () => {
  const board = createQuoteBoard([shareNamed("FPT", 81_000_000n)]);
  tell(board, "FPT", [{ kind: "open-interest", openInterest: 5 }]);
  expect(textOf(board, "FPT")).not.toContain("openInterest");
});

test("Before the first trade there are no prices of trades, totals of 0 and no trend", () => {
  const board = createQuoteBoard([shareNamed("HPG", 26_350_000n)]);
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

test("Trades of an auction count in the totals and have no side in the trend", () => {
  const board = createQuoteBoard([shareNamed("HPG", 26_350_000n)]);
  tell(board, "HPG", [{ kind: "trade", price: 26_400_000n, quantity: 700, side: "none" }]);
  expect(JSON.parse(textOf(board, "HPG"))).toMatchObject({ info: { totVol: 700 }, trend: null });
});

test("A side of the trend without a trade has no average price, and the other has all percent", () => {
  const board = createQuoteBoard([shareNamed("HPG", 26_350_000n)]);
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

test("A halted symbol shows the code of a halt, and its session again afterwards", () => {
  const board = createQuoteBoard([shareNamed("HPG", 26_350_000n)]);
  tell(board, "HPG", [
    { kind: "session", session: "continuous" },
    { kind: "status", isHalted: true },
  ]);
  expect(JSON.parse(textOf(board, "HPG")).info.tradingSession).toBe("90");
  board.apply({ kind: "status", isHalted: false, symbol: "HPG", seq: 3, atMs });
  expect(JSON.parse(textOf(board, "HPG")).info.tradingSession).toBe("40");
});

test("News shows the newest first, and no more than five", () => {
  const board = createQuoteBoard([shareNamed("HPG", 26_350_000n)]);
  tell(
    board,
    "HPG",
    ["1", "2", "3", "4", "5", "6"].map((title) => ({ kind: "news", item: { title, publishedAtMs: 1 } })),
  );
  const titles = JSON.parse(textOf(board, "HPG")).news.map(({ title }: { title: string }) => title);
  expect(titles).toEqual(["6", "5", "4", "3", "2"]);
});

test("After any messages an entry is what a board that never wrote it before would write", () => {
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
      const board = createQuoteBoard([futureNamed(symbol, 1_470_000n)]);
      for (const [index, message] of messages.entries()) {
        board.apply({ ...message, symbol, seq: index + 1, atMs: atMs + index } as MarketMessage);
        const fresh = createQuoteBoard([futureNamed(symbol, 1_470_000n)]);
        const snapshot = board.snapshotOf(symbol);
        if (snapshot !== undefined) fresh.restore(snapshot);
        expect(textOf(board, symbol)).toBe(textOf(fresh, symbol));
        expect(JSON.parse(textOf(board, symbol)).symbol).toBe(symbol);
      }
    }),
    { numRuns: 1_000 },
  );
});

type Told<Message> = Message extends unknown ? Omit<Message, "symbol" | "seq" | "atMs"> : never;

/** Tells messages of one symbol in order, a second apart. */
function tell(board: QuoteBoard, symbol: string, messages: readonly Told<MarketMessage>[]): void {
  for (const [index, message] of messages.entries()) {
    const seq = index + 1;
    const told = { ...message, symbol, seq, atMs: atMs + seq * 1_000 } as MarketMessage;
    expect(board.apply(told)).toBe("applied");
  }
}

function textOf(board: QuoteBoard, symbol: string): string {
  return new TextDecoder().decode(board.entryOf(symbol)?.bytes());
}
