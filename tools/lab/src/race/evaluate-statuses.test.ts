import { expect, test } from "vitest";
import type { SentCover } from "./covers.ts";
import { evaluateStatuses } from "./judge.ts";

const answered: SentCover = {
  requestId: "c1.1",
  key: undefined,
  accountId: "R-1",
  symbol: "R1",
  amountVnd: 500,
  isForeign: false,
  status: 200,
  retryAfter: undefined,
  body: "{}",
};
const reused = { ...answered, status: 400, body: '{"error":"idempotency_key_reused"}' };
const busy = { ...answered, status: 503, retryAfter: "1" };

test("accepts 200, 400 for a used key, and 404 for another user's position", () => {
  expect(
    evaluateStatuses([answered, { ...reused, key: "k" }, { ...answered, isForeign: true, status: 404 }]),
  ).toEqual([]);
});

test("reports a cover of another user's position, and a 404 for the owner", () => {
  expect(evaluateStatuses([{ ...answered, isForeign: true }])).toEqual(["c1.1 was answered by 200: {}"]);
  expect(evaluateStatuses([{ ...answered, status: 404 }])).toEqual(["c1.1 was answered by 404: {}"]);
});

test("reports a 400 without a key, or for another reason", () => {
  expect(evaluateStatuses([reused])).toHaveLength(1);
  expect(evaluateStatuses([{ ...answered, key: "k", status: 400 }])).toHaveLength(1);
});

test("accepts one 503 in a hundred with Retry-After, and reports more", () => {
  const others = Array.from({ length: 99 }, () => answered);
  expect(evaluateStatuses([...others, busy])).toEqual([]);
  expect(evaluateStatuses([...others, busy, busy])).toEqual([
    "2 of 101 were answered by 503, more than one in a hundred",
  ]);
  expect(evaluateStatuses([...others, { ...busy, retryAfter: undefined }])).toEqual([
    "c1.1 was answered by 503: {}",
  ]);
});

test("reports a 500", () => {
  expect(evaluateStatuses([{ ...answered, status: 500 }])).toEqual(["c1.1 was answered by 500: {}"]);
});
