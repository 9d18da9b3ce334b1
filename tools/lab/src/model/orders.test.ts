import { describe, expect, test } from "vitest";
import { checkAnsweredFigures, checkKeys, checkLooks, evaluateStatuses, type SentCover } from "./orders.ts";
import { auditEntry, leftAccount, sentCover } from "./testing.ts";

describe("keys", () => {
  function sent(requestId: string, amountVnd: number, status: number, body = ""): SentCover {
    return {
      requestId,
      key: requestId.startsWith("k") ? "k" : undefined,
      accountId: "R-1",
      symbol: "R1",
      amountVnd,
      isForeign: false,
      invokedAt: 0,
      settledAt: 1,
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

  test("accepts requests under a key that were not answered", () => {
    expect(checkKeys([sent("k.1", 5, 0, "cut"), sent("k.2", 5, 200, "five")])).toEqual([]);
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
});

describe("answered figures", () => {
  const account = leftAccount(300n, auditEntry("c1.1", 0n, 500n), auditEntry("c2.1", 500n, 300n));

  test("accepts the figures of the moment of the change", () => {
    expect(checkAnsweredFigures([sentCover("c1.1", 500), sentCover("c2.1", 300)], [account])).toEqual([]);
  });

  test("reports figures with a wrong sum", () => {
    const body = {
      status: "success",
      newCoveredMarginCall: 500,
      maintenanceMargin: 1_500,
      tradingPower: 8_501,
    };
    expect(checkAnsweredFigures([sentCover("c1.1", 500, { body: JSON.stringify(body) })], [account])).toEqual(
      ["c1.1 was told figures that add up to 10001, and not to 10000"],
    );
  });

  test("reports figures of another moment, even if their sum is right", () => {
    const body = {
      status: "success",
      newCoveredMarginCall: 500,
      maintenanceMargin: 1_300,
      tradingPower: 8_700,
    };
    expect(checkAnsweredFigures([sentCover("c1.1", 500, { body: JSON.stringify(body) })], [account])).toEqual(
      ["c1.1 was told that 1300 is needed; with its change it was 1500"],
    );
  });

  test("reports a success with another amount than requested", () => {
    const { body } = sentCover("c1.1", 500);
    expect(checkAnsweredFigures([sentCover("c9.1", 400, { body })], [account])).toEqual([
      "c9.1 was told success and 500, and asked for 400",
    ]);
  });

  test("compares the answer to a repeat with the change of the first request under its key", () => {
    const repeat = sentCover("k.1", 300, { key: "k" });
    const left = leftAccount(300n, auditEntry("k.0", 0n, 300n));
    const tries = [sentCover("k.0", 300, { key: "k", status: 0, body: "cut" }), repeat];
    expect(checkAnsweredFigures(tries, [left])).toEqual([]);
    const other = JSON.parse(repeat.body) as object;
    const body = JSON.stringify({ ...other, maintenanceMargin: 1_200, tradingPower: 8_800 });
    expect(checkAnsweredFigures([...tries.slice(0, 1), { ...repeat, body }], [left])).toHaveLength(1);
  });

  test("ignores an answer without figures", () => {
    expect(checkAnsweredFigures([sentCover("c1.1", 500, { status: 503, body: "busy" })], [account])).toEqual(
      [],
    );
  });
});

describe("looks at rest", () => {
  test("accepts a server that answers what brokerage computes", () => {
    expect(checkLooks([sentCover("look.0", 300)], [leftAccount(300n)])).toEqual([]);
  });

  test("reports a server with other figures, and one without an answer", () => {
    expect(checkLooks([sentCover("look.0", 301)], [leftAccount(300n)])).toEqual([
      "R-1 R1 was told 301, 1301, 8699; brokerage computes 300, 1300, 8700",
    ]);
    expect(checkLooks([sentCover("look.0", 300, { status: 503 })], [leftAccount(300n)])).toEqual([
      "R-1 R1 was told , , ; brokerage computes 300, 1300, 8700",
    ]);
  });
});

describe("statuses", () => {
  const answered: SentCover = {
    requestId: "c1.1",
    key: undefined,
    accountId: "R-1",
    symbol: "R1",
    amountVnd: 500,
    isForeign: false,
    invokedAt: 0,
    settledAt: 1,
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
});
