import { expect, test } from "vitest";
import { answerReply } from "./answer-reply.ts";

test.each([
  ["GET", {}, 200, 1],
  ["HEAD", {}, 200, 0],
  ["GET", { "if-none-match": 'W/"a"' }, 304, 0],
  ["GET", { "if-none-match": 'W/"b"' }, 200, 1],
])("%s with %o is %i, and the body is written %i times", (method, headers, status, times) => {
  let writtenCount = 0;
  const write = (): string => {
    writtenCount += 1;
    return "{";
  };
  const list = { etag: 'W/"a"', bytes: new Uint8Array(2) };
  const request = new Request("http://localhost/", { method, headers });
  expect(answerReply({ written: { list, write } }, request).status).toBe(status);
  expect(writtenCount).toBe(times);
});
