import { expect, test } from "vitest";
import { checkEquity, checkMovements } from "./cash.ts";

const movement = { userId: "u-1", accountId: "A-1", movementId: "m-1", kind: "deposit", amountVnd: 5n };

test("accepts a store that holds what it acknowledged", () => {
  expect(checkMovements(["A-1 m-1 deposit 5"], [movement])).toEqual([]);
});

test("accepts an unacknowledged movement, since only its answer was lost", () => {
  expect(checkMovements([], [movement])).toEqual([]);
});

test("reports a lost movement", () => {
  expect(checkMovements(["A-1 m-2 deposit 5"], [movement])).toEqual(["m-2 was acknowledged and is lost"]);
});

test("reports a movement with another amount", () => {
  expect(checkMovements(["A-1 m-1 deposit 6"], [movement])).toHaveLength(1);
});

test("reports a duplicate movement", () => {
  expect(checkMovements([], [movement, movement])).toEqual(["1 movements are there twice"]);
});

const account = { accountId: "A-1", equityVnd: 5n };

test("expects the equity to be the sum of movements and realised results, to the dong", () => {
  expect(checkEquity([account], [movement], new Map())).toEqual([]);
  expect(checkEquity([{ ...account, equityVnd: 3n }], [movement], new Map([["A-1", -2n]]))).toEqual([]);
  expect(checkEquity([account], [movement], new Map([["A-1", 1n]]))).toEqual([
    "A-1 has 5, and what happened to it adds up to 6",
  ]);
});
