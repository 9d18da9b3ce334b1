import { expect, test } from "vitest";
import { judgeMovements } from "./judge-cash.ts";

const movement = { userId: "u-1", accountId: "A-1", movementId: "m-1", kind: "deposit", amountVnd: 5n };

test("a store that holds what it acknowledged has no fault", () => {
  expect(judgeMovements(["A-1 m-1 deposit 5"], [movement])).toEqual([]);
});

test("a movement that was not acknowledged may be there, since only its answer was lost", () => {
  expect(judgeMovements([], [movement])).toEqual([]);
});

test("a movement that is lost is named", () => {
  expect(judgeMovements(["A-1 m-2 deposit 5"], [movement])).toEqual(["m-2 was acknowledged and is lost"]);
});

test("a movement of another amount is named", () => {
  expect(judgeMovements(["A-1 m-1 deposit 6"], [movement])).toHaveLength(1);
});

test("a movement that is there twice is named", () => {
  expect(judgeMovements([], [movement, movement])).toEqual(["1 movements are there twice"]);
});
