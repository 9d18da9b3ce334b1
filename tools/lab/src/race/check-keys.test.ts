import { expect, test } from "vitest";
import type { SentCover } from "./covers.ts";
import { checkKeys } from "./judge.ts";

function sent(requestId: string, amountVnd: number, status: number, body = ""): SentCover {
  return {
    requestId,
    key: requestId.startsWith("k") ? "k" : undefined,
    accountId: "R-1",
    symbol: "R1",
    amountVnd,
    isForeign: false,
    status,
    retryAfter: undefined,
    body,
  };
}

test("accepts equal answers to repeats, 400 for another body, and 503 for either", () => {
  expect(
    checkKeys([
      sent("k.1", 5, 200, "five"),
      sent("k.2", 5, 200, "five"),
      sent("k.3", 6, 400),
      sent("k.4", 6, 503),
    ]),
  ).toEqual([]);
});

test("accepts either of two concurrent bodies under one key", () => {
  expect(checkKeys([sent("k.1", 5, 400), sent("k.2", 6, 200, "six")])).toEqual([]);
});

test("reports a repeat whose answer differs by a byte", () => {
  expect(checkKeys([sent("k.1", 5, 200, "five"), sent("k.2", 5, 200, "five.")])).toEqual([
    "k was answered in 2 ways: five and five.",
  ]);
});

test("reports a refused repeat, and an accepted other body", () => {
  expect(checkKeys([sent("k.1", 5, 200, "five"), sent("k.2", 5, 400)])).toEqual([
    "k.2 was answered by 400, and 5 had won under its key",
  ]);
  expect(checkKeys([sent("k.1", 5, 200, "five"), sent("k.2", 6, 200, "five")])).toEqual([
    "k.2 was answered by 200, and 5 had won under its key",
  ]);
});

test("reports a key that is refused although nothing was answered under it", () => {
  expect(checkKeys([sent("k.1", 5, 503), sent("k.2", 6, 400)])).toHaveLength(1);
});

test("treats orders without a key as separate", () => {
  expect(checkKeys([sent("c.1", 5, 200, "five"), sent("c.2", 5, 200, "already")])).toEqual([]);
});
