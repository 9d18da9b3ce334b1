import { expect, test } from "vitest";
import { figuresOfPosition } from "./figures.ts";
import { openPosition } from "./position.ts";
import { triggerOf } from "./triggers.ts";

const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };

test("a ratio at the call rate is not called, and with 1 VND less it is", () => {
  const position = { ...openPosition(1_000n, 100_000_000n, rates), coveredVnd: 2_000_000n };
  expect(figuresOfPosition(position, rates, 80_000n).isCalled).toBe(false);
  expect(figuresOfPosition({ ...position, coveredVnd: 1_999_999n }, rates, 80_000n)).toMatchObject({
    dealRatio: 399_999n,
    isCalled: true,
    isForceClosed: false,
  });
});

test("a force close begins below its own rate, and is a call as well", () => {
  const position = openPosition(1_000n, 100_000_000n, rates);
  // The ratio is 0.3 at 71,428 4/7.
  expect(figuresOfPosition(position, rates, 71_429n)).toMatchObject({ isCalled: true, isForceClosed: false });
  expect(figuresOfPosition(position, rates, 71_428n)).toMatchObject({ isCalled: true, isForceClosed: true });
});

test("a loss above all margin gives a negative ratio, rounded away from 0", () => {
  const position = openPosition(3n, 300n, rates);
  expect(figuresOfPosition(position, rates, 49n)).toMatchObject({
    unrealizedVnd: -153n,
    dealRatio: -20_409n,
  });
});

test("a later margin ratio changes the requirement, not the posted amount", () => {
  const position = openPosition(1_000n, 100_000_000n, rates);
  const raised = { ...rates, marginRatio: 1_000_000n };
  expect(position.postedVnd).toBe(50_000_000n);
  expect(figuresOfPosition(position, raised, 80_000n)).toMatchObject({
    requirementVnd: 80_000_000n,
    dealRatio: 375_000n,
  });
});

test("rounds the posted amount down to whole VND", () => {
  const third = { ...rates, marginRatio: 333_333n };
  expect(openPosition(1n, 100n, third).postedVnd).toBe(33n);
  expect(openPosition(1n, 200n, { ...rates, marginRatio: 999_999n }).postedVnd).toBe(199n);
});

test.each([0n, -1n])("refuses a mark of %d", (unitVnd) => {
  expect(() => figuresOfPosition(openPosition(1n, 100n, rates), rates, unitVnd)).toThrow(
    `The mark is ${unitVnd} VND`,
  );
});

test("refuses to open a position without a quantity or with an entry value of 0 or less", () => {
  expect(() => openPosition(0n, 100n, rates)).toThrow("The quantity is 0");
  expect(() => openPosition(1n, 0n, rates)).toThrow("The entry value is 0 VND");
  expect(() => openPosition(1n, -1n, rates)).toThrow("The entry value is -1 VND");
});

test("a fully covered long position has no trigger, and a short one always has", () => {
  const long = { ...openPosition(10n, 1_000n, rates), coveredVnd: 499n };
  expect(triggerOf(long, 400_000n)).toEqual({ numeratorVnd: 1_000_000n, denominator: 6_000_000n });
  expect(triggerOf({ ...long, coveredVnd: 500n }, 400_000n)).toBeUndefined();
  expect(triggerOf({ ...long, quantity: -10n, coveredVnd: 500n }, 400_000n)).toBeDefined();
});

test("a long position has no trigger for a target of 1, and a target outside 0 to 1 throws", () => {
  const position = openPosition(10n, 1_000n, rates);
  expect(triggerOf(position, 1_000_000n)).toBeUndefined();
  expect(() => triggerOf(position, 1_000_001n)).toThrow("The target is 1000001 millionths");
  expect(() => triggerOf(position, -1n)).toThrow("The target is -1 millionths");
});
