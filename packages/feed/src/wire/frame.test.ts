import fc from "fast-check";
import { expect, test } from "vitest";
import { readAnswerFrame, readFrame, renderAnswerFrame, renderFrame } from "./frame.ts";
import { readMessage } from "./message.ts";

const head = { source: "a-1", beganAtMs: 1_000, isSimulated: false, frame: 7, atMs: 2_000 };
const encode = (text: string) => new TextEncoder().encode(text);
const wholeText = renderFrame(head, ['{"kind":"heartbeat","atMs":2000}']);

test("parses what it rendered", () => {
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
])("refuses an invalid frame as %s", ([reason, text]) => {
  expect(readFrame(encode(text))).toBe(reason);
});

test("refuses invalid UTF-8 and frames of more than a mebibyte", () => {
  expect(readFrame(Uint8Array.from([0x7b, 0xff, 0x7d]))).toBe("not-json");
  expect(readFrame(encode(wholeText + " ".repeat(1_048_576)))).toBe("not-json");
});

test("refuses an answer without a part number", () => {
  expect(readAnswerFrame(encode(wholeText))).toBe("frame");
});

test("never throws on random bytes or cut frames", () => {
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
const tradeMessage = {
  ...{ kind: "trade", symbol: "FPT", seq: 3, atMs },
  ...{ price: 80_000_000n, quantity: 100, side: "buy" },
};

/** The messages of a frame, with the reason in place of each bad one, or the reason why the frame is invalid. */
function readAll(text: string): unknown {
  const frame = readFrame(encode(text));
  return typeof frame === "string" ? frame : frame.messages.map((value) => readMessage(value));
}

test.for<[string, string, unknown]>([
  ["nothing", "{}", "kind"],
  ["a value that is not an object", "7", "value"],
  [
    "an object of another kind in it",
    `{"kind":"snapshot","quote":{"info":{}},"news":[{"title":"}\\"{"}]}`,
    "symbol",
  ],
  ["an unknown member", trade.replace('"side"', '"venue":"HOSE","side"'), tradeMessage],
  [
    "members in another order",
    trade.replace(',"quantity":100,"side":"buy"', ',"side":"buy","quantity":100'),
    tradeMessage,
  ],
  ["spaces in it", trade.replaceAll(",", " , "), tradeMessage],
  ["a price as a string", trade.replace("80000000", '"80000000"'), tradeMessage],
  [
    "a number of sixteen digits",
    trade.replace("80000000", "1000000000000000"),
    { ...tradeMessage, price: 10n ** 15n },
  ],
  ["a price of 0", trade.replace("80000000", "0"), "price"],
  ["a price beyond the safe integers", trade.replace("80000000", "9007199254740993"), "price"],
  ["a time after the year 9999", trade.replace(`${atMs}`, "253402300800000"), "time"],
  ["a symbol of 33 letters", trade.replace("FPT", "A".repeat(33)), "symbol"],
  ["no symbol", trade.replace("FPT", ""), "symbol"],
  ["a symbol with an invalid letter", trade.replace("FPT", "FPÝ"), "symbol"],
  ["a level without a quantity", depth.replace(",1200", ""), "quantity"],
  ["51 levels", depth.replace("[79900000,1200]", Array(50).fill("[79900000,1200]").join(",")), "value"],
])("%s does not affect the other messages of the frame", ([, text, expected]) => {
  expect(readAll(renderFrame(head, [trade, text, trade]))).toEqual([tradeMessage, expected, tradeMessage]);
});

test.for<[string, string]>([
  ["a number with a leading zero", trade.replace("80000000", "080000000")],
  ["no price", trade.replace("80000000", "")],
  ["a comma after the last level", depth.replace("5]]", "5],]")],
  ["a comma after the last message", `${trade},`],
  ["an object that does not end", trade.slice(0, -1)],
])("refuses a frame with %s as a whole, because it is not JSON", ([, text]) => {
  expect(readAll(renderFrame(head, [trade, text]))).toBe("not-json");
});

test.for<[string, string]>([
  ["nested messages", '"other":{"a":1,"messages":[]}'],
  ["duplicate messages", `"messages":[${depth}]`],
  ["a string that looks like messages", '"other":"a\\",\\"messages\\":["'],
])("parses a frame with %s as JSON defines it", ([, member]) => {
  const text = renderFrame(head, [trade]);
  expect(readAll(text.replace('"messages":', `${member},"messages":`))).toEqual([tradeMessage]);
});

test("never throws on a frame with replaced bytes, and every message is valid or refused", () => {
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
