import { shardOf } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import { makeDice } from "../ground/dice.ts";
import { listWatchedPositions, listWatchedSymbols } from "./market.ts";

const positions = listWatchedPositions(makeDice(1), listWatchedSymbols());

test("Every shard has four users, and every account two positions in different symbols", () => {
  const users = [...new Set(positions.map(({ userId }) => userId))];
  expect([...Map.groupBy(users, shardOf).values()].map(({ length }) => length)).toEqual(
    new Array(64).fill(4),
  );
  for (const held of Map.groupBy(positions, ({ accountId }) => accountId).values()) {
    expect(new Set(held.map(({ traded }) => traded.symbol)).size).toBe(2);
  }
});

test("There are long and short positions, in twenty symbols", () => {
  expect(new Set(positions.map(({ quantity }) => quantity > 0n)).size).toBe(2);
  expect(new Set(positions.map(({ traded }) => traded.symbol)).size).toBe(20);
});
