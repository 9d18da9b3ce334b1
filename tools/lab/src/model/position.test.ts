import { describe, expect, test } from "vitest";
import {
  type DueNotification,
  followMark,
  noPosition,
  type PositionState,
  takeStep,
  valueAt,
} from "./position.ts";

const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
const long = { ...noPosition, quantity: 1_000n, entryVnd: 100_000_000n };
const short = { ...noPosition, quantity: -1_000n, entryVnd: -100_000_000n };

/** Follows marks from a position that nothing was told of. */
function follow(position: PositionState, marksVnd: readonly bigint[], changed: Partial<typeof rates> = {}) {
  let state = position;
  const told: DueNotification[] = [];
  for (const markVnd of marksVnd) {
    const { after, notifications } = followMark(state, { rates: { ...rates, ...changed }, markVnd });
    state = after;
    told.push(...notifications);
  }
  return { ...state, told, types: told.map(({ type }) => type) };
}

describe("a mark", () => {
  // The ratio is 0.4 at 83,333.33, 0.3 at 71,428.57, and 0.44 at 89,285.71.
  test("calls a long position below its call price, with the amount that ends the call", () => {
    expect(follow(long, [83_334n]).told).toEqual([]);
    expect(follow(long, [83_333n]).told).toMatchObject([{ type: "MarginCall", amountVnd: 200n }]);
    expect(follow(long, [80_000n]).told).toEqual([
      { type: "MarginCall", episodeNumber: 1, amountVnd: 2_000_000n, markVnd: 80_000n },
    ]);
  });

  test("forces a close below its floor, once per episode", () => {
    expect(follow(long, [71_429n]).types).toEqual(["MarginCall"]);
    expect(follow(long, [71_428n]).types).toEqual(["MarginCall", "ForceClose"]);
    expect(follow(long, [80_000n, 70_000n, 80_000n, 60_000n]).types).toEqual(["MarginCall", "ForceClose"]);
  });

  test("ends an episode at a ratio a tenth above the call rate, and numbers the next one", () => {
    expect(follow(long, [80_000n, 89_285n, 80_000n]).episodeCount).toBe(1);
    const again = follow(long, [70_000n, 89_286n, 70_000n]);
    expect(again).toMatchObject({ episodeCount: 2, isCalled: true });
    expect(again.types).toEqual(["MarginCall", "ForceClose", "MarginCall", "ForceClose"]);
  });

  test("calls a short position when the price rises", () => {
    // 150 / m − 1 is 0.4 at 107,142.86.
    expect(follow(short, [107_142n]).isCalled).toBe(false);
    expect(follow(short, [107_143n]).isCalled).toBe(true);
  });

  test("never forces a close without a force-close rate", () => {
    expect(follow(long, [1n], { forceCloseRate: 0n }).types).toEqual(["MarginCall"]);
  });

  test("ends a call at a ratio of 1 if a tenth above the call rate exceeds it", () => {
    const strict = { marginRatio: 1_000_000n, marginCallRate: 950_000n };
    expect(follow(short, [103_000n], strict).isCalled).toBe(true);
    expect(follow(short, [103_000n, 100_001n], strict).isCalled).toBe(true);
    expect(follow(short, [103_000n, 100_000n], strict).isCalled).toBe(false);
  });
});

test("a needed amount is rounded up, so that it is enough", () => {
  const third = { marginRatio: 500_000n, marginCallRate: 333_333n, forceCloseRate: 0n };
  const one = { ...noPosition, quantity: 1n, entryVnd: 100n };
  expect(valueAt(one, { rates: third, markVnd: 50n }).neededVnd).toBe(17n);
});

describe("a cover", () => {
  // 2,000,000 VND are needed.
  const market = { rates, markVnd: 80_000n };
  const called = { ...long, episodeCount: 4, isCalled: true };
  const quiet = { ...called, coveredVnd: 5_000_000n, isCalled: false };
  const cover = (before: PositionState, amountVnd: bigint): PositionState =>
    takeStep(before, { kind: "cover", amountVnd }, market).after;

  test("ends the call at the needed amount, but not one dong below", () => {
    expect(cover(called, 2_000_000n)).toEqual({ ...called, coveredVnd: 2_000_000n, isCalled: false });
    expect(cover(called, 1_999_999n)).toEqual({ ...called, coveredVnd: 1_999_999n });
  });

  test("is lowered to the needed amount, but not one dong below", () => {
    expect(cover(quiet, 2_000_000n)).toEqual({ ...quiet, coveredVnd: 2_000_000n });
    expect(cover(quiet, 1_999_999n)).toEqual(quiet);
  });

  test("ends with its position and its call", () => {
    const step = { kind: "close", unitVnd: 100_000n } as const;
    expect(takeStep({ ...called, coveredVnd: 7n }, step, market)).toEqual({
      after: { ...noPosition, episodeCount: 4 },
      realizedVnd: 0n,
    });
  });
});

describe("a holding", () => {
  const ten = { ...noPosition, quantity: 10n, entryVnd: 100n };

  test("is called as soon as it is entered below its floor", () => {
    const market = { rates, markVnd: 20n };
    const { after } = takeStep(noPosition, { kind: "set", quantity: 1_000_000n, unitVnd: 30n }, market);
    expect(after).toMatchObject({ entryVnd: 30_000_000n, episodeCount: 1, isCalled: true });
  });

  test("realises the share of a part that is sold at 30 after it was bought at 10", () => {
    expect(takeStep(ten, { kind: "reduce", quantity: 4n, unitVnd: 30n }, undefined)).toEqual({
      after: { ...noPosition, quantity: 6n, entryVnd: 60n },
      realizedVnd: 80n,
    });
  });

  test("realises the whole loss when it is closed at 5", () => {
    const { after, realizedVnd } = takeStep(ten, { kind: "close", unitVnd: 5n }, undefined);
    expect([after, realizedVnd]).toEqual([noPosition, -50n]);
  });
});
