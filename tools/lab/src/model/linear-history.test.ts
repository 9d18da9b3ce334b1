import { describe, expect, test } from "vitest";
import type { CoverEntry } from "../harness/accounts.ts";
import type { HistoryEvent } from "./history.ts";
import { recordRequest } from "./history.ts";
import { checkLinearHistory, checkPagesInOrder } from "./linear-history.ts";
import type { LeftAccount, SentCover } from "./orders.ts";
import { auditEntry, leftAccount, sentCover } from "./testing.ts";

/** Orders of a client that waits for each answer: 500 under a key after a cut connection, 300, a rejection, and 200 without an answer. */
function playHistory() {
  const history: HistoryEvent[] = [];
  const send = (requestId: string, amountVnd: number, answer: Partial<SentCover> = {}): SentCover => {
    const settle = recordRequest(history, { requestId, subject: "R-1", text: `covers R1 with ${amountVnd}` });
    const sent = sentCover(requestId, amountVnd, answer);
    return { ...sent, ...settle(sent.status, sent.body) };
  };
  const cut = { status: 0, body: "cut" };
  const sent = [
    send("k.0", 500, { key: "k", ...cut }),
    send("k.1", 500, { key: "k" }),
    send("a", 300),
    send("rejected", 900, { body: '{"status":"failed","message":"too much"}' }),
    send("lost", 200, cut),
  ];
  return { history, sent };
}

const [five, three, two] = [
  auditEntry("k.0", 0n, 500n),
  auditEntry("a", 500n, 300n),
  auditEntry("lost", 300n, 200n),
];

function check(account: LeftAccount, change: (sent: SentCover) => Partial<SentCover> = () => ({})): string[] {
  const { history, sent } = playHistory();
  const changed = sent.map((each) => ({ ...each, ...change(each) }));
  return checkLinearHistory(history, changed, [account]).map((fault) => fault.split("\n")[0] ?? "");
}

const left = (coveredVnd: bigint, ...entries: CoverEntry[]) => check(leftAccount(coveredVnd, ...entries));

describe("orders and audits", () => {
  test("accept a change whose first answer was lost, and an unknown one with or without an entry", () => {
    expect(left(300n, five, three)).toEqual([]);
    expect(left(200n, five, three, two)).toEqual([]);
  });

  test("accept entries in either order if the orders were sent at the same time", () => {
    const account = leftAccount(500n, three, five);
    expect(check(account, ({ requestId }) => (requestId === "a" ? { invokedAt: 1 } : {}))).toEqual([]);
  });

  test("report an acknowledged change that is there twice, also by two requests under its key", () => {
    const twice = ["k was acknowledged, and the audit of R-1 has it 2 times"];
    expect(left(300n, five, five, three)).toEqual(twice);
    expect(left(300n, five, auditEntry("k.1", 500n, 500n), three)).toEqual(twice);
  });

  test("report an acknowledged change that is not there", () => {
    expect(left(500n, five)).toEqual(["a was acknowledged, and the audit of R-1 has it 0 times"]);
  });

  test("report an unknown change that is there twice", () => {
    expect(left(200n, five, three, two, two)).toEqual([
      "lost is unknown, and the audit of R-1 has it 2 times",
    ]);
  });

  test("report a failed change that is there", () => {
    expect(left(900n, five, three, auditEntry("rejected", 300n, 900n))).toEqual([
      "rejected failed, and the audit of R-1 has it once",
    ]);
    const refused = { status: 0, body: "refused" };
    expect(
      check(leftAccount(300n, five, three), ({ requestId }) => (requestId === "k.0" ? refused : {})),
    ).toEqual(["R-1 R1 became 500 by k.0, which failed"]);
  });

  test("report a change before another that was acknowledged when it was sent", () => {
    expect(left(500n, three, five)).toEqual([
      "a was sent after k was acknowledged, and is entry 1 of R-1, before entry 2",
    ]);
  });

  test("report a change although its answer said that the amount was in force already", () => {
    const body = JSON.stringify({
      status: "success",
      message: "The covered amount of R1 is 300 VND already.",
    });
    const already = ({ requestId }: SentCover) => (requestId === "a" ? { body } : {});
    expect(check(leftAccount(500n, five), already)).toEqual([]);
    expect(check(leftAccount(300n, five, three), already)).toEqual([
      "a was answered that nothing changed, and the audit of R-1 has it once",
    ]);
  });

  test("report a change that was never sent, one to another amount, and a cover that differs from its last entry", () => {
    expect(left(700n, five, three, auditEntry("x", 300n, 700n))).toEqual([
      "R-1 R1 became 700 by x, which was never sent",
    ]);
    expect(left(400n, five, auditEntry("a", 500n, 400n))).toEqual([
      "R-1 R1 became 400 by a, which asked for R-1 R1 300",
    ]);
    expect(left(500n, five, three)).toEqual(["R-1 R1 covers 500, and its last entry says 300"]);
  });

  test("show the events around a fault", () => {
    const { history, sent } = playHistory();
    const [fault = ""] = checkLinearHistory(history, sent, [leftAccount(500n, five)]);
    const columns = fault.split("\n").map((line) => line.trim().split(/ +/).slice(2, 4).join(" "));
    expect(columns.slice(1)).toEqual([
      ...["invoke k.1", "ok k.1", "invoke a", "ok a", "invoke rejected", "fail rejected"],
    ]);
  });
});

describe("pages of notifications", () => {
  const page = (value: number, invokedAt: number, settledAt: number) => ({
    ...{ userId: "u", value, invokedAt, settledAt },
  });

  test("accept pages at the same time in any order", () => {
    expect(checkPagesInOrder([page(1, 0, 1), page(2, 2, 4), page(1, 3, 5), page(3, 6, 7)])).toEqual([]);
  });

  test("report a page without a notification that an earlier one had", () => {
    expect(checkPagesInOrder([page(3, 0, 1), page(2, 2, 3)])).toEqual([
      "u was shown the notification 3, and later only 2",
    ]);
  });
});
