import { expect, test } from "vitest";
import type { SentCover } from "./covers.ts";
import { judgeStatuses } from "./judge.ts";

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

test("200 is a status for everybody, 400 for a key that was used, 404 for the position of somebody else", () => {
  expect(
    judgeStatuses([answered, { ...reused, key: "k" }, { ...answered, isForeign: true, status: 404 }]),
  ).toEqual([]);
});

test("somebody else's position that is covered is named, and so is a position that is not found by its owner", () => {
  expect(judgeStatuses([{ ...answered, isForeign: true }])).toEqual(["c1.1 was answered by 200: {}"]);
  expect(judgeStatuses([{ ...answered, status: 404 }])).toEqual(["c1.1 was answered by 404: {}"]);
});

test("a 400 is named where there was no key, or where it is for another reason", () => {
  expect(judgeStatuses([reused])).toHaveLength(1);
  expect(judgeStatuses([{ ...answered, key: "k", status: 400 }])).toHaveLength(1);
});

test("one of a hundred may be sent away, and is told when to come again; more are named", () => {
  const others = Array.from({ length: 99 }, () => answered);
  expect(judgeStatuses([...others, busy])).toEqual([]);
  expect(judgeStatuses([...others, busy, busy])).toEqual([
    "2 of 101 were answered by 503, more than one in a hundred",
  ]);
  expect(judgeStatuses([...others, { ...busy, retryAfter: undefined }])).toEqual([
    "c1.1 was answered by 503: {}",
  ]);
});

test("a 500 is named", () => {
  expect(judgeStatuses([{ ...answered, status: 500 }])).toEqual(["c1.1 was answered by 500: {}"]);
});
