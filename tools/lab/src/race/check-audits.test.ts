import { expect, test } from "vitest";
import { checkAudits } from "./judge.ts";
import { auditEntry, racedAccount, sentCover } from "./testing.ts";

const orders = [sentCover("c1.1", 500), sentCover("c2.1", 300)];
const first = auditEntry("c1.1", 0n, 500n);
const second = auditEntry("c2.1", 500n, 300n);

test("accepts one entry per success, with the last entry in force", () => {
  expect(checkAudits(orders, [racedAccount(300n, first, second)])).toEqual([]);
});

test("reports a cover in force that differs from the last entry", () => {
  expect(checkAudits(orders, [racedAccount(500n, first, second)])).toEqual([
    "R-1 R1 covers 500, and its last entry says 300",
  ]);
});

test("reports a success without an entry, unless the answer says that the amount was already set", () => {
  expect(checkAudits(orders, [racedAccount(300n, auditEntry("c2.1", 0n, 300n))])).toEqual([
    'c1.1 was told "The covered amount of R1 is 500 VND now; it was 0 VND.", and the audit does not know it',
  ]);
  const already = { status: "success", message: "The covered amount of R1 is 300 VND already." };
  const third = sentCover("c3.1", 300, { body: JSON.stringify(already) });
  expect(checkAudits([...orders, third], [racedAccount(300n, first, second)])).toEqual([]);
});

test("reports a change whose first answer was lost and whose repeat was told that nothing changed", () => {
  const body = JSON.stringify({ status: "success", message: "The covered amount of R1 is 500 VND already." });
  const tries = ["k.0", "k.1"].map((requestId) => sentCover(requestId, 500, { key: "k", body }));
  expect(checkAudits(tries, [racedAccount(500n, auditEntry("k.0", 0n, 500n))])).toEqual([
    'k changed something and was told that nothing did: "The covered amount of R1 is 500 VND already."',
  ]);
});

test("reports a change without an order, with another amount, or without a success", () => {
  const account = racedAccount(300n, first, second);
  expect(checkAudits(orders.slice(1), [account])).toEqual([
    "R-1 R1 became 500 by c1.1, which was never sent",
  ]);
  expect(checkAudits([sentCover("c1.1", 400), ...orders.slice(1)], [account])).toEqual([
    "R-1 R1 became 500 by c1.1, which asked for R-1 R1 400",
  ]);
  const refused = sentCover("c1.1", 500, { status: 503, body: "busy" });
  expect(checkAudits([refused, ...orders.slice(1)], [account])).toEqual([
    "R-1 R1 became 500 by c1.1, which was told 503 busy",
  ]);
});

test("reports a key that set its amount again over a newer one", () => {
  const keyed = [
    sentCover("k.1", 500, { key: "k" }),
    sentCover("c2.1", 300),
    sentCover("k.2", 500, { key: "k" }),
  ];
  const stale = [auditEntry("k.1", 0n, 500n), second, auditEntry("k.2", 300n, 500n)];
  expect(checkAudits(keyed, [racedAccount(500n, ...stale)])).toEqual(["k has 2 entries"]);
  expect(checkAudits(keyed, [racedAccount(300n, ...stale.slice(0, 2))])).toEqual([]);
});
