import { expect, test } from "vitest";
import { judgeToldFigures } from "./judge.ts";
import { auditEntry, racedAccount, sentCover } from "./testing.ts";

const account = racedAccount(300n, auditEntry("c1.1", 0n, 500n), auditEntry("c2.1", 500n, 300n));

test("whoever made a change was told the figures of that very moment", () => {
  expect(judgeToldFigures([sentCover("c1.1", 500), sentCover("c2.1", 300)], [account])).toEqual([]);
});

test("figures that do not add up are named", () => {
  const body = {
    status: "success",
    newCoveredMarginCall: 500,
    maintenanceMargin: 1_500,
    tradingPower: 8_501,
  };
  expect(judgeToldFigures([sentCover("c1.1", 500, { body: JSON.stringify(body) })], [account])).toEqual([
    "c1.1 was told figures that add up to 10001, and not to 10000",
  ]);
});

test("figures of another moment are named, although they add up", () => {
  const body = {
    status: "success",
    newCoveredMarginCall: 500,
    maintenanceMargin: 1_300,
    tradingPower: 8_700,
  };
  expect(judgeToldFigures([sentCover("c1.1", 500, { body: JSON.stringify(body) })], [account])).toEqual([
    "c1.1 was told that 1300 is needed; with its change it was 1500",
  ]);
});

test("a success that tells another amount than was asked for is named", () => {
  const { body } = sentCover("c1.1", 500);
  expect(judgeToldFigures([sentCover("c9.1", 400, { body })], [account])).toEqual([
    "c9.1 was told success and 500, and asked for 400",
  ]);
});

test("an answer without figures is judged elsewhere", () => {
  expect(judgeToldFigures([sentCover("c1.1", 500, { status: 503, body: "busy" })], [account])).toEqual([]);
});
