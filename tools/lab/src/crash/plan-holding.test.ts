import { expect, test } from "vitest";
import { planHolding } from "./writers.ts";

function dealing(...numbers: number[]): () => number {
  return () => numbers.shift() ?? 0;
}

test("opens a missing position", () => {
  expect(planHolding({ quantity: 0n, entryVnd: 0n }, dealing(1, 3, 8))).toEqual({
    kind: "set",
    quantity: 10n,
    unitVnd: 20n,
    after: { quantity: 10n, entryVnd: 200n },
    realizedVnd: 0n,
  });
});

test("realises the share of a part that is sold at 30 after it was bought at 10", () => {
  expect(planHolding({ quantity: 10n, entryVnd: 100n }, dealing(2, 3, 3))).toEqual({
    kind: "reduce",
    quantity: 4n,
    unitVnd: 30n,
    after: { quantity: 6n, entryVnd: 60n },
    realizedVnd: 80n,
  });
});

test("realises the whole loss of a position closed at 10 after it was bought at 20", () => {
  expect(planHolding({ quantity: 10n, entryVnd: 200n }, dealing(0, 1))).toMatchObject({
    kind: "close",
    after: { quantity: 0n, entryVnd: 0n },
    realizedVnd: -100n,
  });
});

test("always changes the quantity when it sets a position, so that the change is visible", () => {
  const { after } = planHolding({ quantity: 10n, entryVnd: 100n }, dealing(0, 0, 8));
  expect(after.quantity).toBe(11n);
});
