import type { FeedMessage } from "@trading-oms/brokerage/ports";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MessageRoom } from "./message-room.ts";
import { readFrame } from "./read-frame.ts";
import { readMessage } from "./read-message.ts";
import { renderFrame } from "./render-frame.ts";
import { renderMessage } from "./render-message.ts";
import { scanMessages } from "./scan-messages.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const atMs = Date.parse("2026-11-16T09:15:00+07:00");

/** As they stand in a frame, with what ends it. */
const scan = (text: string) => scanMessages(encode(`${text}]}`), 0);

/** The same by way of values of JSON; undefined where any of them is bad. */
function readAll(text: string): FeedMessage[] | undefined {
  try {
    const read = (JSON.parse(`[${text}]`) as unknown[]).map((value) => readMessage(value));
    return read.some((message) => typeof message === "string") ? undefined : (read as FeedMessage[]);
  } catch {
    return undefined;
  }
}

const head = { source: "a-1", beganAtMs: 1_000, isSimulated: false, frame: 7, atMs: 2_000 };

/** Means nothing to JSON, and keeps a frame from being read from its bytes. */
const space = 0x20;

/** A frame with its messages, or why it is none, whichever way it was read. */
function toldOf(bytes: Uint8Array): unknown {
  const frame = readFrame(bytes);
  if (typeof frame === "string") return frame;
  const { messages, ...rest } = frame;
  return { ...rest, told: messages.map((each) => (each.kind === "unread" ? readMessage(each.value) : each)) };
}

const trade = `{"kind":"trade","symbol":"FPT","seq":3,"atMs":${atMs},"price":80000000,"quantity":100,"side":"buy"}`;
const depth = `{"kind":"depth","symbol":"VN30F2512","seq":4,"atMs":${atMs},"bids":[[79900000,1200],[79800000,5]],"asks":[]}`;

const few = fc.integer({ min: 1, max: 999_999_999_999_999 });
const price = few.map(BigInt);
const origin = {
  symbol: fc.stringMatching(/^[A-Za-z0-9._-]{1,32}$/),
  seq: few,
  atMs: fc.integer({ min: 1, max: 253_402_300_799_999 }),
};
const levels = fc.array(fc.record({ price, quantity: few }), { maxLength: 50 });
const often: fc.Arbitrary<FeedMessage> = fc.oneof(
  fc.record({
    kind: fc.constant("trade" as const),
    ...origin,
    price,
    quantity: few,
    side: fc.constantFrom("buy" as const, "sell" as const, "none" as const),
  }),
  fc.record({ kind: fc.constant("depth" as const), ...origin, bids: levels, asks: levels }),
);

/** What is seldom told: it is read from values, and what stands beside it is not. */
const seldom: fc.Arbitrary<FeedMessage> = fc.oneof(
  fc.record({ kind: fc.constant("heartbeat" as const), atMs: origin.atMs }),
  fc.record({ kind: fc.constant("status" as const), ...origin, isHalted: fc.boolean() }),
  fc.record({
    kind: fc.constant("news" as const),
    ...origin,
    item: fc.record({
      title: fc
        .array(fc.constantFrom("{", "}", "[", "]", '"', "\\", ",", "Đ", "😀", "a"), {
          minLength: 1,
          maxLength: 8,
        })
        .map((signs) => signs.join("")),
      url: fc.constant("https://example.com/{a}"),
      publishedAtMs: origin.atMs,
    }),
  }),
);
const message = fc.oneof({ weight: 3, arbitrary: often }, { weight: 1, arbitrary: seldom });

test("trades and books that we write are read from their bytes, as they are read from values", () => {
  fc.assert(
    fc.property(fc.array(often, { minLength: 1, maxLength: 5 }), (messages) => {
      const text = messages.map(renderMessage).join(",");
      expect(scan(text)).toEqual(messages);
      expect(readAll(text)).toEqual(messages);
    }),
    { numRuns: 1_000 },
  );
});

test("a room that held other messages, or half of one, gives what a new one does", () => {
  const room = new MessageRoom();
  fc.assert(
    fc.property(fc.array(often, { minLength: 1, maxLength: 5 }), fc.nat(), (messages, cutAt) => {
      const text = messages.map(renderMessage).join(",");
      expect(scanMessages(encode(`${text}]}`), 0, room)).toEqual(messages);
      scanMessages(encode(text.slice(0, cutAt % text.length)), 0, room);
    }),
    { numRuns: 1_000 },
  );
});

test("what is read into a room is read into the objects of the messages before", () => {
  const room = new MessageRoom();
  const [first] = scanMessages(encode(`${depth}]}`), 0, room) ?? [];
  const [second] = scanMessages(encode(`${depth.replace("1200", "7")}]}`), 0, room) ?? [];
  expect(second).toBe(first);
  expect(first).toMatchObject({ bids: [{ quantity: 7 }, { quantity: 5 }] });
});

test("a frame of very many messages is read whole, and no room keeps them all", () => {
  const room = new MessageRoom();
  const texts = Array.from({ length: 300 }, (_, index) => depth.replace('"seq":4', `"seq":${index + 1}`));
  const read = () => scanMessages(encode(`${texts.join(",")}]}`), 0, room) ?? [];
  const first = read();
  expect(first).toEqual(readAll(texts.join(",")));
  const second = read();
  expect(second.filter((message, index) => message === first[index])).toHaveLength(256);
});

test("what is seldom told is left unread between others that are read", () => {
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 5 }), (messages) => {
      const texts = messages.map(renderMessage);
      const expected = messages.map((each, index) =>
        each.kind === "trade" || each.kind === "depth"
          ? each
          : { kind: "unread", value: JSON.parse(texts[index] as string) },
      );
      expect(readFrame(encode(renderFrame(head, texts)))).toEqual({ ...head, messages: expected });
    }),
    { numRuns: 1_000 },
  );
});

test("whatever stands in the place of some bytes of a frame, it is read as JSON says", () => {
  const written = fc
    .array(message, { minLength: 1, maxLength: 2 })
    .map((messages) => encode(renderFrame(head, messages.map(renderMessage))));
  const texts = [
    "0",
    "00",
    "9",
    "-",
    "e5",
    ".0",
    ",",
    "[",
    "]",
    "{",
    "}",
    '"',
    " ",
    ":",
    "[[1,1]]",
    "null",
    "\\u0041",
  ];
  const patch = fc.oneof(
    fc.constantFrom(...texts).map(encode),
    fc.string({ maxLength: 3 }).map(encode),
    fc.uint8Array({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(written, fc.nat(), fc.nat({ max: 3 }), patch, (bytes, place, length, put) => {
      const at = place % bytes.length;
      const changed = Uint8Array.from([...bytes.slice(0, at), ...put, ...bytes.slice(at + length)]);
      expect(toldOf(changed)).toEqual(toldOf(Uint8Array.from([...changed, space])));
    }),
    { numRuns: 5_000 },
  );
});

test.for<[string, string]>([
  ["another kind", `{"kind":"heartbeat","atMs":${atMs}}`],
  ["nothing", "{}"],
  ["a value within it", `{"kind":"snapshot","quote":{"info":{}},"news":[{"title":"}\\"{"}]}`],
  ["a member that nobody knows", trade.replace('"side"', '"venue":"HOSE","side"')],
  ["members in another order", trade.replace(',"quantity":100,"side":"buy"', ',"side":"buy","quantity":100')],
  ["a price as a text", trade.replace("80000000", '"80000000"')],
  ["a number of sixteen digits", trade.replace("80000000", "1000000000000000")],
  ["a price of 0", trade.replace("80000000", "0")],
  ["a moment that no date has", trade.replace(`${atMs}`, "253402300800000")],
  ["a symbol of 33 letters", trade.replace("FPT", "A".repeat(33))],
  ["no symbol", trade.replace("FPT", "")],
  ["a symbol with a letter that none has", trade.replace("FPT", "FPÝ")],
  ["a level without a quantity", depth.replace(",1200", "")],
  ["51 levels", depth.replace("[79900000,1200]", Array(50).fill("[79900000,1200]").join(","))],
])("%s is left to whoever reads values", ([, text]) => {
  expect(scan(`${trade},${text},${depth}`)).toEqual([
    expect.objectContaining({ kind: "trade" }),
    { kind: "unread", value: JSON.parse(text) },
    expect.objectContaining({ kind: "depth" }),
  ]);
});

test.for<[string, string]>([
  ["a number with a zero before it", trade.replace("80000000", "080000000")],
  ["no price", trade.replace("80000000", "")],
  ["a comma behind the last level", depth.replace("5]]", "5],]")],
  ["a comma behind the last message", `${trade},`],
  ["a value that is no object", `${trade},7`],
  ["an object that does not end", trade.slice(0, -1)],
  ["nothing", ""],
])("a list with %s is left to whoever reads it whole", ([, text]) => {
  expect(scan(text)).toBeUndefined();
  expect(scan(`${depth},${text}`)).toBeUndefined();
});

test("symbols and prices that share a place are not taken for each other", () => {
  const symbols = Array.from({ length: 20_000 }, (_, index) => `S${index}`);
  const texts = symbols.map((symbol, index) =>
    trade.replace("FPT", symbol).replace("80000000", `${(index + 1) * 10_000}`),
  );
  for (const round of [texts, texts.toReversed()]) {
    for (const text of round) expect(scan(text)).toEqual(readAll(text));
  }
});

const wholeHead = renderFrame(head, []).replace(',"messages":[]}', "");

test.for<[string, string, number]>([
  ["messages of something else in it", `${wholeHead},"other":{"a":1,"messages":[]},"messages":[`, 1],
  ["messages in it already", `${wholeHead},"messages":[${depth}],"messages":[`, 1],
  ["a text in it that looks like them", `${wholeHead},"other":"a\\",\\"messages\\":[","messages":[`, 1],
  ["nothing in it", '{"messages":[', 0],
])("a frame whose head has %s is read as JSON says", ([, text, count]) => {
  const bytes = encode(`${text}${trade}]}`);
  const told = toldOf(bytes);
  expect(told).toEqual(toldOf(Uint8Array.from([...bytes, space])));
  if (count > 0) expect(told).toMatchObject({ told: readAll(trade) });
  else expect(told).toBe("version");
});
