import { expect, test } from "vitest";
import { readAnswer } from "./wire.ts";

const whole = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n{}";

test("reads an answer with its length, and ignores what follows", () => {
  expect(readAnswer(Buffer.from(`${whole}HTTP/1.1`))).toMatchObject({
    kind: "answer",
    answer: { status: 200, body: "{}", isLast: false },
    length: whole.length,
  });
});

test("reports a truncated answer as incomplete, wherever it ends", () => {
  for (let length = 0; length < whole.length; length += 1) {
    expect(readAnswer(Buffer.from(whole.slice(0, length)))).toEqual({ kind: "incomplete" });
  }
});

test("recognises an answer that ends its connection", () => {
  const last = whole.replace("keep-alive", "close");
  expect(readAnswer(Buffer.from(last))).toMatchObject({ answer: { isLast: true } });
});

test.each([
  ["SSH-2.0-x\r\n\r\n", 'it begins with "SSH-2.0-x"'],
  ["HTTP/1.1 200 OK\r\nX Y: z\r\n\r\n", 'it has the header line "X Y: z"'],
  ["HTTP/1.1 200 OK\r\n\r\n", "it does not say how long its body is"],
])("rejects %j", (bytes, fault) => {
  expect(readAnswer(Buffer.from(bytes))).toEqual({ kind: "broken", fault });
});
