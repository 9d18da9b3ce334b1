import { expect, test } from "vitest";
import { judgeMovements } from "./judge-movements.ts";

const movement = { accountId: "A-1", movementId: "m-1", kind: "deposit", amountVnd: 5n };
const account = { accountId: "A-1", equityVnd: 5n, notificationCount: 1 };

test("a store that holds what it acknowledged, and sums that are whole, has no fault", () => {
  expect(judgeMovements(["A-1 m-1 deposit 5"], [movement], [account])).toEqual([]);
});

test("a movement that was not acknowledged may be there, since only its answer was lost", () => {
  expect(judgeMovements([], [movement], [account])).toEqual([]);
});

test("a movement that is lost is named", () => {
  expect(judgeMovements(["A-1 m-2 deposit 5"], [movement], [account])).toEqual([
    "m-2 was acknowledged and is lost",
  ]);
});

test("a movement of another amount is named", () => {
  expect(judgeMovements(["A-1 m-1 deposit 6"], [movement], [account])).toHaveLength(1);
});

test("an account whose equity is not the sum of its movements, or that was told twice, is named", () => {
  expect(judgeMovements([], [movement], [{ ...account, equityVnd: 10n }])).toEqual([
    "A-1 has 10, and its movements add up to 5",
  ]);
  expect(judgeMovements([], [movement], [{ ...account, notificationCount: 2 }])).toEqual([
    "A-1 has 1 movements and was told of 2",
  ]);
});
