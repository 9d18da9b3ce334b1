import { expect, test } from "vitest";
import { divide } from "./arithmetic.ts";

test.each([
  [7n, 2n, 3n, 4n],
  [6n, 2n, 3n, 3n],
  [0n, 2n, 0n, 0n],
  [-6n, 2n, -3n, -3n],
  [-7n, 2n, -4n, -3n],
  [1n, 3n, 0n, 1n],
  [-1n, 3n, -1n, 0n],
])("%d by %d is %d rounded down and %d rounded up", (numerator, denominator, down, up) => {
  expect(divide(numerator, denominator, "down")).toBe(down);
  expect(divide(numerator, denominator, "up")).toBe(up);
});
