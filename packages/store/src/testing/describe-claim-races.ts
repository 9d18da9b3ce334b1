import type { Rota, Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import type { StoreHarness } from "./store-harness.ts";

const every = Array.from({ length: 64 }, (_, shard) => shard);
const holders = Array.from({ length: 20 }, (_, index) => `w-${String(index).padStart(2, "0")}`);

/** Of many who claim at once, one holds a shard. */
export function describeClaimRaces({ open, openBeside }: StoreHarness): void {
  test("of twenty who claim all shards at once by two ways, one holds each, and each knows what is its own", async () => {
    const stores = [await open(), await openBeside()];
    const rotas = await claimByAll(stores, 1_000, 5_000);
    const { watchers, leases } = await readRota(stores);
    expect(watchers.map(({ holder }) => holder)).toEqual(holders);
    expect(leases.map(({ shard }) => shard)).toEqual(every);
    expect(new Set(leases.map(({ fencing }) => fencing))).toEqual(new Set([1]));
    const claimed = rotas.flatMap((rota, index) =>
      rota.leases.filter(({ holder }) => holder === holders[index]),
    );
    expect(claimed.toSorted((one, other) => one.shard - other.shard)).toEqual(leases);
  });

  test("a lease that is over is taken once by one of twenty, under the next number", async () => {
    const stores = [await open(), await openBeside()];
    await stores[0]?.claimShards({ holder: "gone", shards: every, atMs: 1_000, untilMs: 2_000 });
    const rotas = await claimByAll(stores, 2_000, 5_000);
    const { leases } = await readRota(stores);
    expect(leases.map(({ fencing }) => fencing)).toEqual(Array(64).fill(2));
    const claimed = rotas.flatMap((rota, index) =>
      rota.leases.filter(({ holder }) => holder === holders[index]),
    );
    expect(claimed).toHaveLength(64);
    expect(leases.every(({ holder }) => holders.includes(holder))).toBe(true);
  });

  test("watchers that give each other shards at once, over and over, never stand in each other's way, and no number falls", async () => {
    const stores = [await open(), await openBeside()];
    const fencings = new Map(every.map((shard) => [shard, 0]));
    for (let round = 1; round <= 12; round += 1) {
      const rotas = await Promise.all(
        [0, 1, 2, 3].map((member) => {
          const shards = every.filter((shard) => (shard + round) % 4 === member);
          const ordered = member % 2 ? shards.toReversed() : shards;
          const atMs = round * 1_000;
          return stores[member % 2]?.claimShards({
            holder: `w-${member}`,
            shards: ordered,
            atMs,
            untilMs: atMs + 9_000,
          });
        }),
      );
      expect(rotas).toHaveLength(4);
      for (const { shard, fencing } of (await readRota(stores)).leases) {
        expect(fencing).toBeGreaterThanOrEqual(fencings.get(shard) ?? 0);
        fencings.set(shard, fencing);
      }
    }
  });
}

function claimByAll(stores: readonly Store[], atMs: number, untilMs: number): Promise<Rota[]> {
  return Promise.all(
    holders.map(async (holder, index) => {
      const store = stores[index % 2];
      if (store === undefined) throw new Error("There are two ways.");
      return store.claimShards({ holder, shards: index % 2 ? every : every.toReversed(), atMs, untilMs });
    }),
  );
}

async function readRota([, beside]: readonly Store[]): Promise<Rota> {
  if (beside === undefined) throw new Error("There are two ways.");
  return beside.readRota();
}
