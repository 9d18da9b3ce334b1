import { expect, test } from "vitest";
import { figuresOfPosition } from "./figures.ts";
import { openPosition } from "./position.ts";
import { triggerOf } from "./triggers.ts";

const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };

test("A ratio at its floor is not called, and a dong below it is", () => {
  const position = { ...openPosition(1_000n, 100_000_000n, rates), coveredVnd: 2_000_000n };
  expect(figuresOfPosition(position, rates, 80_000n).isCalled).toBe(false);
  expect(figuresOfPosition({ ...position, coveredVnd: 1_999_999n }, rates, 80_000n)).toMatchObject({
    dealRatio: 399_999n,
    isCalled: true,
    isForceClosed: false,
  });
});

test("A force close begins below its own floor, and is a call as well", () => {
  const position = openPosition(1_000n, 100_000_000n, rates);
  // The ratio is 0.3 at 71,428 and four sevenths.
  expect(figuresOfPosition(position, rates, 71_429n)).toMatchObject({ isCalled: true, isForceClosed: false });
  expect(figuresOfPosition(position, rates, 71_428n)).toMatchObject({ isCalled: true, isForceClosed: true });
});

test("A loss beyond everything gives a ratio below 0, rounded away from it", () => {
  const position = openPosition(3n, 300n, rates);
  expect(figuresOfPosition(position, rates, 49n)).toMatchObject({
    unrealizedVnd: -153n,
    dealRatio: -20_409n,
  });
});

test("A later margin ratio changes the requirement and not what was posted", () => {
  const position = openPosition(1_000n, 100_000_000n, rates);
  const raised = { ...rates, marginRatio: 1_000_000n };
  expect(position.postedVnd).toBe(50_000_000n);
  expect(figuresOfPosition(position, raised, 80_000n)).toMatchObject({
    requirementVnd: 80_000_000n,
    dealRatio: 375_000n,
  });
});

test("What is posted is rounded down to a whole dong", () => {
  const third = { ...rates, marginRatio: 333_333n };
  expect(openPosition(1n, 100n, third).postedVnd).toBe(33n);
  expect(openPosition(1n, 200n, { ...rates, marginRatio: 999_999n }).postedVnd).toBe(199n);
});

test.each([0n, -1n])("A mark of %d is no price and is refused", (unitVnd) => {
  expect(() => figuresOfPosition(openPosition(1n, 100n, rates), rates, unitVnd)).toThrow(RangeError);
});

test("A position of nothing, or got for nothing, cannot be opened", () => {
  expect(() => openPosition(0n, 100n, rates)).toThrow(RangeError);
  expect(() => openPosition(1n, 0n, rates)).toThrow(RangeError);
  expect(() => openPosition(1n, -1n, rates)).toThrow(RangeError);
});

test("A long position whose entry is held in full has no trigger, and a short one always has", () => {
  const long = { ...openPosition(10n, 1_000n, rates), coveredVnd: 499n };
  expect(triggerOf(long, 400_000n)).toEqual({ numeratorVnd: 1_000_000n, denominator: 6_000_000n });
  expect(triggerOf({ ...long, coveredVnd: 500n }, 400_000n)).toBeUndefined();
  expect(triggerOf({ ...long, quantity: -10n, coveredVnd: 500n }, 400_000n)).toBeDefined();
});

test("A target of 1 is never hit by a price for a long position, and one beyond 1 is no target", () => {
  const position = openPosition(10n, 1_000n, rates);
  expect(triggerOf(position, 1_000_000n)).toBeUndefined();
  expect(() => triggerOf(position, 1_000_001n)).toThrow(RangeError);
  expect(() => triggerOf(position, -1n)).toThrow(RangeError);
});
