import { expect, test } from "vitest";
import type { ExpectedPosition } from "./market.ts";
import { followMark } from "./market.ts";
import { watchedPosition } from "./testing/watched-position.ts";

// The ratio is 0.4 at 83,333.33, 0.3 at 71,428.57, and 0.44 at 89,285.71.
test("calls a long position below its call price, with the amount that ends the call", () => {
  expect(follow(watchedPosition(), 83_334n).notifications).toEqual([]);
  expect(follow(watchedPosition(), 83_333n).notifications).toMatchObject([
    { type: "MarginCall", amountVnd: 200n },
  ]);
  expect(follow(watchedPosition(), 80_000n).notifications).toEqual([
    { type: "MarginCall", episodeNumber: 1, amountVnd: 2_000_000n, markVnd: 80_000n },
  ]);
});

test("notifies a force close below its floor, once per episode", () => {
  expect(typesOf(follow(watchedPosition(), 71_429n))).toEqual(["MarginCall"]);
  expect(typesOf(follow(watchedPosition(), 71_428n))).toEqual(["MarginCall", "ForceClose"]);
  expect(typesOf(follow(watchedPosition(), 80_000n, 70_000n, 80_000n, 60_000n))).toEqual([
    "MarginCall",
    "ForceClose",
  ]);
});

test("ends an episode at a ratio a tenth above the call rate, and numbers the next one", () => {
  expect(follow(watchedPosition(), 80_000n, 89_285n, 80_000n).episodeCount).toBe(1);
  const again = follow(watchedPosition(), 70_000n, 89_286n, 70_000n);
  expect(again).toMatchObject({ episodeCount: 2, isOpen: true });
  expect(typesOf(again)).toEqual(["MarginCall", "ForceClose", "MarginCall", "ForceClose"]);
});

test("calls a short position when the price rises", () => {
  // 150 / m − 1 is 0.4 at 107,142.86.
  expect(follow(watchedPosition(-1_000n), 107_142n).isOpen).toBe(false);
  expect(follow(watchedPosition(-1_000n), 107_143n).isOpen).toBe(true);
});

test("never notifies a force close without a force-close rate", () => {
  expect(typesOf(follow(watchedPosition(1_000n, { forceCloseRate: 0n }), 1n))).toEqual(["MarginCall"]);
});

test("ends a call at a ratio of 1 if a tenth above the call rate exceeds it", () => {
  const short = watchedPosition(-1_000n, { marginRatio: 1_000_000n, marginCallRate: 950_000n });
  expect(follow(short, 103_000n).isOpen).toBe(true);
  expect(follow(short, 103_000n, 100_001n).isOpen).toBe(true);
  expect(follow(short, 103_000n, 100_000n).isOpen).toBe(false);
});

function follow(position: ExpectedPosition, ...marksVnd: readonly bigint[]): ExpectedPosition {
  return marksVnd.reduce(followMark, position);
}

function typesOf({ notifications }: ExpectedPosition): string[] {
  return notifications.map(({ type }) => type);
}
