import { expect, test } from "vitest";
import { planHolding } from "./writers.ts";

function dealing(...numbers: number[]): () => number {
  return () => numbers.shift() ?? 0;
}

test("what is not there is set", () => {
  expect(planHolding({ quantity: 0n, entryVnd: 0n }, dealing(1, 3, 8))).toEqual({
    kind: "set",
    quantity: 10n,
    unitVnd: 20n,
    after: { quantity: 10n, entryVnd: 200n },
    realizedVnd: 0n,
  });
});

test("a part that is sold at 30 realises its share over the 10 that were paid", () => {
  expect(planHolding({ quantity: 10n, entryVnd: 100n }, dealing(2, 3, 3))).toEqual({
    kind: "reduce",
    quantity: 4n,
    unitVnd: 30n,
    after: { quantity: 6n, entryVnd: 60n },
    realizedVnd: 80n,
  });
});

test("closing at 10 what was bought at 20 realises the loss of all of it", () => {
  expect(planHolding({ quantity: 10n, entryVnd: 200n }, dealing(0, 1))).toMatchObject({
    kind: "close",
    after: { quantity: 0n, entryVnd: 0n },
    realizedVnd: -100n,
  });
});

test("setting always changes the quantity, so that it can be seen whether it was done", () => {
  const { after } = planHolding({ quantity: 10n, entryVnd: 100n }, dealing(0, 0, 8));
  expect(after.quantity).toBe(11n);
});
