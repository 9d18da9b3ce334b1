import { expect, test } from "vitest";
import { checkEquity } from "./judge-cash.ts";

const movement = { userId: "u-1", accountId: "A-1", movementId: "m-1", kind: "deposit", amountVnd: 5n };
const account = { accountId: "A-1", equityVnd: 5n };

test("expects the equity to be the sum of movements and realised results, to the dong", () => {
  expect(checkEquity([account], [movement], new Map())).toEqual([]);
  expect(checkEquity([{ ...account, equityVnd: 3n }], [movement], new Map([["A-1", -2n]]))).toEqual([]);
  expect(checkEquity([account], [movement], new Map([["A-1", 1n]]))).toEqual([
    "A-1 has 5, and what happened to it adds up to 6",
  ]);
});
