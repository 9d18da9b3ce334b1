import fc from "fast-check";
import { expect, test } from "vitest";
import { listSomeInstruments, shareNamed } from "../testing/list-some-instruments.ts";
import type { QuoteSnapshot, SnapshotMessage } from "./messages.ts";
import { QuoteBoard } from "./quote-board.ts";
import { readQuote, renderQuote } from "./quote-json.ts";

const atMs = Date.parse("2026-11-23T10:00:00+07:00");
const fpt = { symbol: "FPT", atMs } as const;
const trade = { kind: "trade", price: 81_000_000n, quantity: 100, side: "buy", ...fpt } as const;

/** A quote with all members set. */
function fullSnapshot(): SnapshotMessage {
  const board = new QuoteBoard(listSomeInstruments());
  board.apply({ ...fpt, atMs: atMs - 3 * 86_400_000, kind: "close", price: 80_000_000n, seq: 1 });
  board.apply({ ...fpt, kind: "day", date: "2026-11-23", referencePrice: 80_000_000n, seq: 0 });
  board.apply({ ...trade, seq: 1 });
  board.apply({ ...trade, seq: 2, price: 80_950_000n, side: "sell" });
  board.apply({ ...fpt, kind: "session", session: "continuous", seq: 3 });
  board.apply({ ...fpt, kind: "close", price: 81_050_000n, seq: 4 });
  board.apply({ ...fpt, kind: "open-interest", openInterest: 7, seq: 5 });
  const [bids, asks] = [
    [{ price: 80_900_000n, quantity: 300 }],
    [{ price: 81_000_000n, quantity: 9_007_199_254_740_991 }],
  ];
  board.apply({ ...fpt, kind: "depth", bids, asks, seq: 6 });
  board.apply({ ...fpt, kind: "sentiment", bullishCount: 3, bearishCount: 0, seq: 7 });
  const item = { title: 'Cổ phiếu "FPT" \ud800 \u0000', publishedAtMs: atMs, url: "https://example.com/a" };
  board.apply({ ...fpt, kind: "news", item, seq: 8 });
  board.apply({ ...fpt, kind: "news", item: { title: "", publishedAtMs: 0 }, seq: 9 });
  return snapshotFrom(board);
}

function snapshotFrom(board: QuoteBoard): SnapshotMessage {
  const snapshot = board.snapshotOf("FPT");
  if (snapshot === undefined) throw new Error("There is no quote of FPT.");
  return snapshot;
}

function quoteOf(text: string): QuoteSnapshot {
  const reading = readQuote(text);
  if (reading.kind === "faulty") throw new Error(reading.faults.join(" "));
  return reading.quote;
}

function faultsOf(text: string): readonly string[] {
  const reading = readQuote(text);
  return reading.kind === "faulty" ? reading.faults : [];
}

test("a formatted quote parses to the same quote", () => {
  const snapshot = fullSnapshot();
  const quote = quoteOf(renderQuote(snapshot.quote));
  expect(quote).toEqual(snapshot.quote);
});

test("sums beyond JSON numbers are read back exactly, and so is a quote without trades", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          price: fc.bigInt({ min: 1n, max: 9_007_199_254_740_991n }),
          quantity: fc.integer({ min: 1, max: 1_000_000_000 }),
          side: fc.constantFrom("buy", "sell", "none"),
        }),
        { maxLength: 20 },
      ),
      (trades) => {
        const board = new QuoteBoard([shareNamed("FPT", 81_000_000n)]);
        board.apply({ ...fpt, kind: "day", date: "2026-11-23", referencePrice: 80_000_000n, seq: 1 });
        for (const [index, each] of trades.entries()) board.apply({ ...trade, ...each, seq: index + 2 });
        const { quote } = snapshotFrom(board);
        expect(quoteOf(renderQuote(quote))).toEqual(quote);
      },
    ),
  );
});

test.each([
  ["", "The text is not JSON."],
  ["{", "The text is not JSON."],
  ["null", "The root is not an object."],
  ["[]", "The root is not an object."],
])("%j is not a quote", (text, fault) => {
  expect(faultsOf(text)).toContain(fault);
});

test.each([
  [{ date: "2026-02-29" }, "date"],
  [{ referencePrice: "0" }, "referencePrice"],
  [{ referencePrice: 80_000_000 }, "referencePrice"],
  [{ lastPrice: "80.5" }, "lastPrice"],
  [{ lastPrice: "99999999999999999" }, "lastPrice"],
  [{ lastQuantity: undefined }, "lastQuantity"],
  [{ lastQuantity: 0 }, "lastQuantity"],
  [{ session: "toString" }, "session"],
  [{ isHalted: "false" }, "isHalted"],
  [{ openInterest: 0.5 }, "openInterest"],
  [{ quotedAtMs: -1 }, "quotedAtMs"],
  [{ quotedSeq: 9_007_199_254_740_992 }, "quotedSeq"],
  [{ total: undefined }, "total"],
  [{ bought: { quantity: 0, turnover: "0", tradeCount: 1 } }, "bought"],
  [{ sold: { quantity: 1, turnover: "-1", tradeCount: 1 } }, "sold.turnover"],
  [{ depth: { seq: 1, atMs: 1, bids: [{ price: "1", quantity: 1 }, null], asks: [] } }, "depth.bids[1]"],
  [{ depth: { seq: 1, atMs: 1, bids: [], asks: {} } }, "depth.asks"],
  [{ sentiment: { bullishCount: 1, atMs: 1 } }, "sentiment.bearishCount"],
  [{ news: [{ title: 5, publishedAtMs: 1 }] }, "news[0].title"],
])("reports %j in a quote by its place", (members, place) => {
  const parsed = JSON.parse(renderQuote(fullSnapshot().quote));
  const faults = faultsOf(JSON.stringify({ ...parsed, ...members }));
  expect(faults.map((fault) => fault.split(" is ")[0])).toContain(place);
});

test("ignores an unknown member and treats null as missing", () => {
  const parsed = JSON.parse(renderQuote(fullSnapshot().quote));
  const quote = quoteOf(JSON.stringify({ ...parsed, auction: "40", depth: null }));
  expect(quote).toEqual({ ...fullSnapshot().quote, depth: undefined });
});

/** The format of the first version, which existing stores still contain. */
const textOfBefore =
  '{"date":"2026-11-23","referencePrice":"81000000","session":"continuous","isHalted":false,"lastPrice":"80950000",' +
  '"lastQuantity":100,"lastTradedAtMs":1795402800000,"openPrice":"81000000","highPrice":"81000000","lowPrice":"80950000",' +
  '"total":{"quantity":200,"turnover":"16195000000","tradeCount":2},' +
  '"bought":{"quantity":100,"turnover":"8100000000","tradeCount":1},' +
  '"sold":{"quantity":100,"turnover":"8095000000","tradeCount":1},"openInterest":7,' +
  '"depth":{"seq":4,"atMs":1795402800000,"bids":[{"price":"80900000","quantity":300}],"asks":[]},' +
  '"sentiment":{"bullishCount":3,"bearishCount":0,"atMs":1795402800000},' +
  '"news":[{"title":"FPT","publishedAtMs":1795402800000}],"quotedSeq":3,"quotedAtMs":1795402800000}';

test("reads a quote stored by an earlier version, and formats it with the same members", () => {
  const quote = quoteOf(textOfBefore);
  expect(quote).toMatchObject({
    lastPrice: 80_950_000n,
    total: { turnover: 16_195_000_000n },
    depth: { bids: [{ price: 80_900_000n, quantity: 300 }] },
  });
  expect(JSON.parse(renderQuote(quote))).toEqual(JSON.parse(textOfBefore));
});
