import fc from "fast-check";
import { expect, test } from "vitest";
import { readAnswerFrame, readFrame } from "./read-frame.ts";
import { renderAnswerFrame, renderFrame } from "./render-frame.ts";

const head = { source: "a-1", beganAtMs: 1_000, isSimulated: false, frame: 7, atMs: 2_000 };
const encode = (text: string) => new TextEncoder().encode(text);
const wholeText = renderFrame(head, ['{"kind":"heartbeat","atMs":2000}']);

test("a frame is read as it was written", () => {
  expect(wholeText).toBe(
    '{"version":1,"source":"a-1","beganAtMs":1000,"isSimulated":false,"frame":7,"atMs":2000,"messages":[{"kind":"heartbeat","atMs":2000}]}',
  );
  const heartbeat = { kind: "heartbeat", atMs: 2_000 };
  expect(readFrame(encode(wholeText))).toEqual({ ...head, messages: [{ kind: "unread", value: heartbeat }] });
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
    { numRuns: 2_000 },
  );
});
