import fc from "fast-check";
import { expect, test } from "vitest";
import { readAnswerFrame, readFrame, renderAnswerFrame, renderFrame } from "./frame.ts";
import { readMessage } from "./message.ts";

const head = { source: "a-1", beganAtMs: 1_000, isSimulated: false, frame: 7, atMs: 2_000 };
const encode = (text: string) => new TextEncoder().encode(text);
const wholeText = renderFrame(head, ['{"kind":"heartbeat","atMs":2000}']);

test("a frame is read as it was written", () => {
  expect(wholeText).toBe(
    '{"version":1,"source":"a-1","beganAtMs":1000,"isSimulated":false,"frame":7,"atMs":2000,"messages":[{"kind":"heartbeat","atMs":2000}]}',
  );
  const heartbeat = { kind: "heartbeat", atMs: 2_000 };
  expect(readFrame(encode(wholeText))).toEqual({ ...head, messages: [heartbeat] });
  const part = { ...head, request: "3", part: 1, isLast: true };
  expect(readAnswerFrame(encode(renderAnswerFrame(part, [])))).toEqual({ ...part, messages: [] });
});

test.for<[string, string]>([
  ["not-json", ""],
  ["not-json", "{"],
  ["not-json", "\u0000\u0001"],
  ["frame", "null"],
  ["frame", "7"],
  ["version", "{}"],
  ["version", wholeText.replace('"version":1', '"version":2')],
  ["frame", wholeText.replace("a-1", "a 1")],
  ["frame", wholeText.replace('"frame":7', '"frame":-7')],
  ["frame", wholeText.replace('"isSimulated":false,', "")],
  ["frame", wholeText.replace("false", '"no"')],
  ["time", wholeText.replace('"atMs":2000,', "")],
  ["time", wholeText.replace('"beganAtMs":1000', '"beganAtMs":1e300')],
  ["version", "[".repeat(200_000) + "]".repeat(200_000)],
])("what is no frame is refused as %s", ([reason, text]) => {
  expect(readFrame(encode(text))).toBe(reason);
});

test("bytes that are no UTF-8, and more of them than NATS would take, are no frame", () => {
  expect(readFrame(Uint8Array.from([0x7b, 0xff, 0x7d]))).toBe("not-json");
  expect(readFrame(encode(wholeText + " ".repeat(1_048_576)))).toBe("not-json");
});

test("a part of an answer has to say which one it is", () => {
  expect(readAnswerFrame(encode(wholeText))).toBe("frame");
});

test("whatever arrives, and wherever it is cut off, nothing is thrown", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat({ max: wholeText.length - 1 }), (bytes, length) => {
      for (const each of [bytes, encode(wholeText.slice(0, length))]) {
        expect(typeof readFrame(each)).toBe("string");
        expect(typeof readAnswerFrame(each)).toBe("string");
      }
    }),
  );
});

const atMs = Date.parse("2026-11-16T09:15:00+07:00");
const trade = `{"kind":"trade","symbol":"FPT","seq":3,"atMs":${atMs},"price":80000000,"quantity":100,"side":"buy"}`;
const depth = `{"kind":"depth","symbol":"VN30F2512","seq":4,"atMs":${atMs},"bids":[[79900000,1200],[79800000,5]],"asks":[]}`;
const tradeTold = {
  ...{ kind: "trade", symbol: "FPT", seq: 3, atMs },
  ...{ price: 80_000_000n, quantity: 100, side: "buy" },
};

/** A frame's messages, each with its fault where it has one, or why it is no frame. */
function toldOf(text: string): unknown {
  const frame = readFrame(encode(text));
  return typeof frame === "string" ? frame : frame.messages.map((value) => readMessage(value));
}

test.for<[string, string, unknown]>([
  ["nothing", "{}", "kind"],
  ["a value that is no object", "7", "value"],
  [
    "an object of another kind in it",
    `{"kind":"snapshot","quote":{"info":{}},"news":[{"title":"}\\"{"}]}`,
    "symbol",
  ],
  ["a member that nobody knows", trade.replace('"side"', '"venue":"HOSE","side"'), tradeTold],
  [
    "members in another order",
    trade.replace(',"quantity":100,"side":"buy"', ',"side":"buy","quantity":100'),
    tradeTold,
  ],
  ["spaces in it", trade.replaceAll(",", " , "), tradeTold],
  ["a price as a text", trade.replace("80000000", '"80000000"'), tradeTold],
  [
    "a number of sixteen digits",
    trade.replace("80000000", "1000000000000000"),
    { ...tradeTold, price: 10n ** 15n },
  ],
  ["a price of 0", trade.replace("80000000", "0"), "price"],
  ["a price that no number holds", trade.replace("80000000", "9007199254740993"), "price"],
  ["a moment that no date has", trade.replace(`${atMs}`, "253402300800000"), "time"],
  ["a symbol of 33 letters", trade.replace("FPT", "A".repeat(33)), "symbol"],
  ["no symbol", trade.replace("FPT", ""), "symbol"],
  ["a symbol with a letter that none has", trade.replace("FPT", "FPÝ"), "symbol"],
  ["a level without a quantity", depth.replace(",1200", ""), "quantity"],
  ["51 levels", depth.replace("[79900000,1200]", Array(50).fill("[79900000,1200]").join(",")), "value"],
])("a message that is or has %s costs the others of its frame nothing", ([, text, told]) => {
  expect(toldOf(renderFrame(head, [trade, text, trade]))).toEqual([tradeTold, told, tradeTold]);
});

test.for<[string, string]>([
  ["a number with a zero before it", trade.replace("80000000", "080000000")],
  ["no price", trade.replace("80000000", "")],
  ["a comma behind the last level", depth.replace("5]]", "5],]")],
  ["a comma behind the last message", `${trade},`],
  ["an object that does not end", trade.slice(0, -1)],
])("a frame with %s is no JSON, and nothing of it is taken", ([, text]) => {
  expect(toldOf(renderFrame(head, [trade, text]))).toBe("not-json");
});

test.for<[string, string]>([
  ["messages of something else", '"other":{"a":1,"messages":[]}'],
  ["messages already", `"messages":[${depth}]`],
  ["a text that looks like them", '"other":"a\\",\\"messages\\":["'],
])("a frame whose head has %s is read as JSON says", ([, member]) => {
  const text = renderFrame(head, [trade]);
  expect(toldOf(text.replace('"messages":', `${member},"messages":`))).toEqual([tradeTold]);
});

test("whatever stands in the place of some bytes of a frame, nothing is thrown, and each message is whole or bad", () => {
  const whole = encode(renderFrame(head, [trade, depth]));
  const texts = ["0", "00", "-", "e5", ".0", ",", "[", "]", "{", "}", '"', " ", "[[1,1]]", "null", "\\u0041"];
  const patch = fc.oneof(fc.constantFrom(...texts).map(encode), fc.uint8Array({ maxLength: 3 }));
  fc.assert(
    fc.property(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 3 }), patch, (at, length, put) => {
      const frame = readFrame(Uint8Array.from([...whole.slice(0, at), ...put, ...whole.slice(at + length)]));
      for (const value of typeof frame === "string" ? [] : frame.messages) {
        const message = readMessage(value);
        if (typeof message === "string" || message.kind === "heartbeat") continue;
        expect(message.symbol).toMatch(/^[A-Za-z0-9._-]{1,32}$/);
        expect(message.seq).toBeGreaterThan(0);
        if (message.kind === "trade") expect(message.price).toBeGreaterThan(0n);
      }
    }),
  );
});
