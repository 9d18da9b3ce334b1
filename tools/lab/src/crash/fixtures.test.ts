import { expect, test } from "vitest";
import { noPosition, valueAt } from "../model/position.ts";
import { coveredStock, drawHolding } from "./fixtures.ts";

function dealing(...numbers: number[]): () => number {
  return () => numbers.shift() ?? 0;
}

test("opens a missing position", () => {
  expect(drawHolding(noPosition, dealing(1, 3, 8))).toEqual({ kind: "set", quantity: 10n, unitVnd: 20n });
});

test("always changes the quantity when it sets a position, so that the change is visible", () => {
  const ten = { ...noPosition, quantity: 10n, entryVnd: 100n };
  expect(drawHolding(ten, dealing(0, 0, 8))).toEqual({ kind: "set", quantity: 11n, unitVnd: 10n });
});

test("a covered position needs more than the least amount and less than most", () => {
  const bought = { ...noPosition, quantity: 1_000_000n, entryVnd: 30_000_000n };
  expect(valueAt(bought, coveredStock.market)).toMatchObject({ isForced: true, neededVnd: 3_000_000n });
});
