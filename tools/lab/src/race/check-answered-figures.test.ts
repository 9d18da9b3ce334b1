import { expect, test } from "vitest";
import { checkAnsweredFigures } from "./judge.ts";
import { auditEntry, racedAccount, sentCover } from "./testing.ts";

const account = racedAccount(300n, auditEntry("c1.1", 0n, 500n), auditEntry("c2.1", 500n, 300n));

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
  expect(checkAnsweredFigures([sentCover("c1.1", 500, { body: JSON.stringify(body) })], [account])).toEqual([
    "c1.1 was told figures that add up to 10001, and not to 10000",
  ]);
});

test("reports figures of another moment, even if their sum is right", () => {
  const body = {
    status: "success",
    newCoveredMarginCall: 500,
    maintenanceMargin: 1_300,
    tradingPower: 8_700,
  };
  expect(checkAnsweredFigures([sentCover("c1.1", 500, { body: JSON.stringify(body) })], [account])).toEqual([
    "c1.1 was told that 1300 is needed; with its change it was 1500",
  ]);
});

test("reports a success with another amount than requested", () => {
  const { body } = sentCover("c1.1", 500);
  expect(checkAnsweredFigures([sentCover("c9.1", 400, { body })], [account])).toEqual([
    "c9.1 was told success and 500, and asked for 400",
  ]);
});

test("ignores an answer without figures", () => {
  expect(checkAnsweredFigures([sentCover("c1.1", 500, { status: 503, body: "busy" })], [account])).toEqual(
    [],
  );
});
