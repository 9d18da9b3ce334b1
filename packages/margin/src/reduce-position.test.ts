import { expect, test } from "vitest";
import { closePosition, openPosition, type Position, reducePosition } from "./position.ts";

const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };

test("a reduction realises its share, scales entry value and posted amount, and keeps the cover", () => {
  const position = { ...openPosition(1_000n, 100_000_000n, rates), coveredVnd: 2_000_000n };
  expect(reducePosition(position, 400n, 80_000n)).toEqual({
    position: { quantity: 600n, entryVnd: 60_000_000n, postedVnd: 30_000_000n, coveredVnd: 2_000_000n },
    realizedVnd: -8_000_000n,
  });
});

test("a reduced short position stays short, and gains if the price fell", () => {
  const position = openPosition(-10n, 1_000_000n, rates);
  expect(reducePosition(position, 9n, 90_000n)).toEqual({
    position: { quantity: -1n, entryVnd: 100_000n, postedVnd: 50_000n, coveredVnd: 0n },
    realizedVnd: 90_000n,
  });
});

test("rounds a result that does not divide down, and realises the remainder last", () => {
  const long = reducePosition(openPosition(3n, 100n, rates), 1n, 67n);
  expect(long).toMatchObject({ position: { entryVnd: 66n }, realizedVnd: 33n });
  expect(closePosition(long.position, 67n)).toEqual({ realizedVnd: 68n });
  const short = reducePosition(openPosition(-3n, 100n, rates), 1n, 66n);
  expect(short).toMatchObject({ position: { entryVnd: 67n }, realizedVnd: -33n });
  expect(closePosition(short.position, 66n)).toEqual({ realizedVnd: -65n });
});

test("rounds the posted amount down on a reduction", () => {
  const position: Position = { quantity: 3n, entryVnd: 300n, postedVnd: 100n, coveredVnd: 0n };
  expect(reducePosition(position, 1n, 100n).position.postedVnd).toBe(66n);
});

test.each([0n, -1n, 10n, 11n])("refuses to reduce 10 by %d", (quantity) => {
  const position = openPosition(10n, 1_000n, rates);
  expect(() => reducePosition(position, quantity, 100n)).toThrow(`The reduction is ${quantity} of`);
});

test("closing a position realises all of its result", () => {
  expect(closePosition(openPosition(1_000n, 100_000_000n, rates), 80_000n)).toEqual({
    realizedVnd: -20_000_000n,
  });
  expect(closePosition(openPosition(-2n, 292_200_000n, rates), 146_000_000n)).toEqual({
    realizedVnd: 200_000n,
  });
});
