import { expect, test } from "vitest";
import { shardOf } from "./accounts.ts";

test("spreads users evenly over 64 shards", () => {
  const counts = new Map<number, number>();
  for (let user = 0; user < 64_000; user += 1) {
    const shard = shardOf(`user-${user}`);
    counts.set(shard, (counts.get(shard) ?? 0) + 1);
  }
  expect([...counts.keys()].sort((left, right) => left - right)).toEqual(
    Array.from({ length: 64 }, (_, shard) => shard),
  );
  expect(Math.max(...counts.values())).toBeLessThan(1_300);
});

test("assigns a user to the same shard forever", () => {
  expect(shardOf("demo")).toBe(shardOf("demo"));
  expect([shardOf(""), shardOf("u-1")]).toEqual([5, shardOf("u-1")]);
});
