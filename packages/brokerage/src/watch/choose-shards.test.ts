import { expect, test } from "vitest";
import type { Rota } from "../ports/index.ts";
import { chooseShards } from "./shards.ts";

const atMs = 1_000;
const everyShard = Array.from({ length: 64 }, (_, shard) => shard);
const emptyRota: Rota = { watchers: [], leases: [] };

function heldBy(holder: string, shards: readonly number[], untilMs = 2_000): Rota["leases"] {
  return shards.map((shard) => ({ shard, holder, fencing: 1, untilMs }));
}

function there(...holders: string[]): Rota["watchers"] {
  return holders.map((holder) => ({ holder, untilMs: 2_000 }));
}

test("a lone watcher asks for all shards", () => {
  expect(chooseShards(emptyRota, "a", atMs)).toEqual(everyShard);
});

test("a watcher with all shards gives up half when another joins", () => {
  const rota = { watchers: there("a", "b"), leases: heldBy("a", everyShard) };
  expect(chooseShards(rota, "a", atMs)).toEqual(everyShard.slice(0, 32));
  expect(chooseShards(rota, "b", atMs)).toEqual([]);
});

test("a new watcher takes the released shards", () => {
  const rota = { watchers: there("a", "b"), leases: heldBy("a", everyShard.slice(0, 32)) };
  expect(chooseShards(rota, "b", atMs)).toEqual(everyShard.slice(32));
});

test("shards of an expired watcher are free and requested", () => {
  const rota = { watchers: [{ holder: "a", untilMs: 1_000 }], leases: heldBy("a", everyShard, 1_000) };
  expect(chooseShards(rota, "b", atMs)).toEqual(everyShard);
});

test("splits 64 shards among three as 22, 21 and 21", () => {
  const rota = { watchers: there("a", "b", "c"), leases: [] };
  expect(["a", "b", "c"].map((holder) => chooseShards(rota, holder, atMs).length)).toEqual([22, 21, 21]);
});
