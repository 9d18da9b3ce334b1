import { shardOf } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import { makeDice } from "../harness/dice.ts";
import { listWatchedPositions, listWatchedSymbols } from "./market.ts";

const positions = listWatchedPositions(makeDice(1), listWatchedSymbols());

test("lists four users per shard, and two positions in different symbols per account", () => {
  const users = [...new Set(positions.map(({ userId }) => userId))];
  expect([...Map.groupBy(users, shardOf).values()].map(({ length }) => length)).toEqual(
    new Array(64).fill(4),
  );
  for (const held of Map.groupBy(positions, ({ accountId }) => accountId).values()) {
    expect(new Set(held.map(({ traded }) => traded.symbol)).size).toBe(2);
  }
});

test("lists long and short positions in twenty symbols", () => {
  expect(new Set(positions.map(({ quantity }) => quantity > 0n)).size).toBe(2);
  expect(new Set(positions.map(({ traded }) => traded.symbol)).size).toBe(20);
});
