import { expect, test } from "vitest";
import { shardOf } from "./accounts.ts";

test("users are spread over sixty-four shards, evenly enough", () => {
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

test("a user is in one shard for ever", () => {
  expect(shardOf("demo")).toBe(shardOf("demo"));
  expect([shardOf(""), shardOf("u-1")]).toEqual([5, shardOf("u-1")]);
});
