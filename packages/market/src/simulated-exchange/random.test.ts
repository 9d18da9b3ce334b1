import { expect, test } from "vitest";
import { createRandom } from "./random.ts";

test("the same seed and name always give the same numbers", () => {
  expect(drawn(1, "FPT", 6)).toEqual(drawn(1, "FPT", 6));
  expect(drawn(1, "FPT", 6)).toMatchInlineSnapshot(`
    [
      49,
      526,
      707,
      95,
      69,
      724,
    ]
  `);
});

test("another seed or another name gives other numbers", () => {
  const texts = [drawn(1, "FPT", 8), drawn(2, "FPT", 8), drawn(1, "HPG", 8), drawn(-1, "FPT", 8)].map(String);
  expect(new Set(texts).size).toBe(4);
});

test("numbers below a bound are spread evenly over all of them", () => {
  const random = createRandom(7, "FPT");
  const counts = Array.from({ length: 10 }, () => 0);
  for (let index = 0; index < 100_000; index += 1) {
    const number = random.below(10);
    counts[number] = (counts[number] ?? Number.NaN) + 1;
  }
  // One standard deviation is 95.
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
});

function drawn(seed: number, name: string, count: number): number[] {
  const random = createRandom(seed, name);
  return Array.from({ length: count }, () => random.below(1_000));
}
