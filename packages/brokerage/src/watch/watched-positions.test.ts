import { expect, test } from "vitest";
import { type Waiting, WatchedPositions } from "./watched-positions.ts";

const account = { userId: "u", accountId: "A", shard: 3 };

function waitBelow(symbol: string, unitVndMin: bigint): Waiting {
  return { symbol, quiet: { unitVndMin, unitVndMax: undefined }, dueMs: undefined, isCalled: false };
}

const three = [waitBelow("FPT", 50n), waitBelow("HPG", 50n), waitBelow("VCB", 50n)];

function isQuietOf(positions: WatchedPositions): boolean[] {
  return ["FPT", "HPG", "VCB"].map((symbol) => positions.isQuiet(symbol, 49));
}

test("every position of an account waits for its own price, and none triggers at that price", () => {
  const positions = new WatchedPositions();
  positions.put(account, three);
  expect(isQuietOf(positions)).toEqual([false, false, false]);
  expect(positions.isQuiet("HPG", 50)).toBe(true);
  expect([...positions.hitBy("HPG", 49)]).toMatchObject([{ account, symbol: "HPG" }]);
  expect(isQuietOf(positions)).toEqual([false, true, false]);
});

test("putting an account under watch again replaces all its triggers", () => {
  const positions = new WatchedPositions();
  positions.put(account, three);
  positions.put(account, [waitBelow("HPG", 60n)]);
  expect(isQuietOf(positions)).toEqual([true, false, true]);
  expect(positions.isQuiet("HPG", 59)).toBe(false);
  expect(positions.counts().positionCount).toBe(1);
  expect(["FPT", "HPG"].map((symbol) => positions.isHeld(symbol))).toEqual([false, true]);
});

test.for([
  ["is put under watch with nothing", (positions: WatchedPositions) => positions.put(account, [])],
  ["is removed", (positions: WatchedPositions) => positions.remove(account, 3)],
  ["is of a shard that goes", (positions: WatchedPositions) => positions.removeShard(3)],
] as const)("an account that %s waits for nothing", ([, leave]) => {
  const positions = new WatchedPositions();
  positions.put(account, three);
  positions.put({ userId: "v", accountId: "B", shard: 4 }, [waitBelow("FPT", 40n)]);
  leave(positions);
  expect(isQuietOf(positions)).toEqual([true, true, true]);
  expect(positions.counts().positionCount).toBe(1);
  expect([...positions.hitBy("FPT", 39)]).toMatchObject([{ account: { accountId: "B" } }]);
});
