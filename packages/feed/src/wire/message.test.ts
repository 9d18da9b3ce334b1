import type { FeedMessage } from "@trading-oms/brokerage/ports";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readMessage, renderMessage } from "./message.ts";

const atMs = Date.parse("2026-11-16T09:15:00+07:00");
const trade = { kind: "trade", symbol: "FPT", seq: 3, atMs, price: 80_000_000, quantity: 100, side: "buy" };

const price = fc.bigInt({ min: 1n, max: 1_000_000_000_000_000_000n });
const quantity = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const count = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const time = fc.integer({ min: 1, max: 253_402_300_799_999 });
const origin = {
  symbol: fc.stringMatching(/^[A-Za-z0-9._-]{1,32}$/),
  seq: quantity,
  atMs: time,
};
const levels = fc.array(fc.record({ price, quantity }), { maxLength: 4 });
const date = fc.constantFrom("2026-11-16", "2024-02-29");
const item = fc.record(
  {
    title: fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
    publishedAtMs: time,
    url: fc.constant("https://example.com/a?b=c"),
  },
  { requiredKeys: ["title", "publishedAtMs"] },
);
const total = fc.oneof(
  fc.constant({ quantity: 0, turnover: 0n, tradeCount: 0 }),
  fc.record({ quantity, turnover: fc.bigInt({ min: 1n, max: 10n ** 30n }), tradeCount: quantity }),
);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const session = fc.constantFrom("opening-auction" as const, "continuous" as const, "closed" as const);
const quote = fc.record({
  date,
  referencePrice: price,
  previousClose: maybe(fc.record({ date, price })),
  session: maybe(session),
  isHalted: fc.boolean(),
  lastTradedAtMs: maybe(time),
  openPrice: maybe(price),
  closePrice: maybe(price),
  highPrice: maybe(price),
  lowPrice: maybe(price),
  total,
  bought: total,
  sold: total,
  openInterest: maybe(count),
  depth: maybe(fc.record({ seq: quantity, atMs: time, bids: levels, asks: levels })),
  sentiment: maybe(fc.record({ bullishCount: count, bearishCount: count, atMs: time })),
  news: fc.array(item, { maxLength: 5 }),
  quotedSeq: quantity,
  quotedAtMs: time,
});
const lastTrade = fc.oneof(
  fc.record({ lastPrice: price, lastQuantity: quantity }),
  fc.constant({ lastPrice: undefined, lastQuantity: undefined }),
);
const wholeQuote = fc.tuple(quote, lastTrade).map(([known, last]) => ({ ...known, ...last }));
const kinds = [
  fc.record({ kind: fc.constant("day" as const), ...origin, date, referencePrice: price }),
  fc.record({ kind: fc.constant("session" as const), ...origin, session }),
  fc.record({
    kind: fc.constant("trade" as const),
    ...origin,
    price,
    quantity,
    side: fc.constantFrom("buy" as const, "sell" as const, "none" as const),
  }),
  fc.record({ kind: fc.constant("depth" as const), ...origin, bids: levels, asks: levels }),
  fc.record({ kind: fc.constant("close" as const), ...origin, price }),
  fc.record({ kind: fc.constant("status" as const), ...origin, isHalted: fc.boolean() }),
  fc.record({ kind: fc.constant("open-interest" as const), ...origin, openInterest: count }),
  fc.record({ kind: fc.constant("sentiment" as const), ...origin, bullishCount: count, bearishCount: count }),
  fc.record({ kind: fc.constant("news" as const), ...origin, item }),
  fc.record({ kind: fc.constant("snapshot" as const), ...origin, quote: wholeQuote }),
  fc.record({ kind: fc.constant("heartbeat" as const), atMs: time }),
] as const;
const anyMessage: fc.Arbitrary<FeedMessage> = fc.oneof(...(kinds as unknown as fc.Arbitrary<FeedMessage>[]));

test("parses what it rendered, to the last digit of a price", () => {
  fc.assert(
    fc.property(anyMessage, (message) => {
      expect(readMessage(JSON.parse(renderMessage(message)))).toEqual(message);
    }),
  );
});

test("renders a trade and a depth as documented", () => {
  expect(renderMessage({ ...trade, price: 80_000_000n } as FeedMessage)).toBe(
    `{"kind":"trade","symbol":"FPT","seq":3,"atMs":${atMs},"price":80000000,"quantity":100,"side":"buy"}`,
  );
  const depth = { kind: "depth", symbol: "FPT", seq: 4, atMs, asks: [] } as const;
  expect(renderMessage({ ...depth, bids: [{ price: 79_900_000n, quantity: 1_200 }] })).toBe(
    `{"kind":"depth","symbol":"FPT","seq":4,"atMs":${atMs},"bids":[[79900000,1200]],"asks":[]}`,
  );
});

test.for<[string, object]>([
  ["kind", { ...trade, kind: "auction" }],
  ["kind", { ...trade, kind: 1 }],
  ["symbol", { ...trade, symbol: "F PT" }],
  ["symbol", { ...trade, symbol: "__proto__\u0000" }],
  ["symbol", { ...trade, symbol: "A".repeat(33) }],
  ["seq", { ...trade, seq: 0 }],
  ["seq", { ...trade, seq: 1.5 }],
  ["seq", { ...trade, seq: 2 ** 53 }],
  ["time", { ...trade, atMs: "now" }],
  ["time", { ...trade, atMs: 253_402_300_800_000 }],
  ["price", { ...trade, price: 0 }],
  ["price", { ...trade, price: -80_000_000 }],
  ["price", { ...trade, price: 80_000.5 }],
  ["price", { ...trade, price: 1e300 }],
  ["price", { ...trade, price: "80,000" }],
  ["price", { ...trade, price: "9".repeat(400) }],
  ["quantity", { ...trade, quantity: 0 }],
  ["quantity", { ...trade, quantity: 9_007_199_254_740_992 }],
  ["quantity", { ...trade, quantity: "100" }],
  ["value", { ...trade, side: "bought" }],
  ["value", { ...trade, kind: "depth", bids: {}, asks: [] }],
  ["value", { ...trade, kind: "depth", bids: [80_000_000], asks: [] }],
  ["value", { ...trade, kind: "depth", bids: Array.from({ length: 51 }, () => [1, 1]), asks: [] }],
  ["date", { ...trade, kind: "day", date: "2026-02-30", referencePrice: 1 }],
  ["value", { ...trade, kind: "session", session: "constructor" }],
  ["text", { ...trade, kind: "news", item: { title: "\ud800", publishedAtMs: atMs } }],
  ["text", { ...trade, kind: "news", item: { title: "a", publishedAtMs: atMs, url: "javascript:alert(1)" } }],
  ["value", { ...trade, kind: "snapshot", quote: 7 }],
  ["kind", []],
  ["value", null as unknown as object],
])("refuses an invalid message for its %s: %j", ([reason, value]) => {
  expect(readMessage(value)).toBe(reason);
});

test("skips and reports invalid news of a snapshot", () => {
  const news = [
    { title: "Cổ tức", publishedAtMs: atMs },
    { title: "" },
    ...Array.from({ length: 49 }, () => 7),
  ];
  const skipped: string[] = [];
  const value = { ...trade, kind: "snapshot", quote: { ...knownQuote, news } };
  expect(readMessage(value, (reason) => skipped.push(reason))).toMatchObject({
    quote: { referencePrice: 80_000_000n, news: [{ title: "Cổ tức", publishedAtMs: atMs }] },
  });
  expect(skipped).toEqual(["text", ...Array.from({ length: 49 }, () => "value")]);
});

test("ignores unknown members and does not copy them", () => {
  const text = `{"__proto__":{"isAdmin":true},"constructor":1,"later":{},${renderMessage({
    ...trade,
    price: 80_000_000n,
  } as FeedMessage).slice(1)}`;
  const message = readMessage(JSON.parse(text));
  expect(message).toEqual({ ...trade, price: 80_000_000n });
  expect(Object.keys(message)).toEqual(["kind", "symbol", "seq", "atMs", "price", "quantity", "side"]);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test("never throws on any JSON value", () => {
  const named = fc.dictionary(
    fc.constantFrom("kind", "symbol", "seq", "atMs", "price", "quote", "item", "bids", "asks", "__proto__"),
    fc.oneof(fc.constantFrom("trade", "depth", "snapshot", "news", "FPT"), fc.jsonValue()),
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), named), (value) => {
      expect(["string", "object"]).toContain(typeof readMessage(value));
    }),
  );
});

const nothingTraded = { quantity: 0, turnover: 0, tradeCount: 0 };
const knownQuote = {
  date: "2026-11-16",
  referencePrice: 80_000_000,
  isHalted: false,
  total: nothingTraded,
  bought: nothingTraded,
  sold: nothingTraded,
  news: [],
  quotedSeq: 3,
  quotedAtMs: atMs,
};

test.for([
  { bought: { quantity: 100, turnover: 0, tradeCount: 1 } },
  { sold: { quantity: 0, turnover: 8_000_000_000, tradeCount: 1 } },
  { total: { quantity: 100, turnover: 8_000_000_000, tradeCount: 0 } },
  { lastPrice: 80_000_000 },
  { lastQuantity: 100 },
])("refuses a snapshot with sums that no trades can produce: %j", (members) => {
  const read = (each: object) =>
    readMessage({ ...trade, kind: "snapshot", quote: { ...knownQuote, ...each } });
  expect(read(members)).toBe("quantity");
  expect(read({})).toMatchObject({ kind: "snapshot" });
});
