import type { Rota, Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import type { StoreHarness } from "../testing/store-harness.ts";

const dayMs = 86_400_000;

const every = Array.from({ length: 64 }, (_, shard) => shard);

const holders = Array.from({ length: 20 }, (_, index) => `w-${String(index).padStart(2, "0")}`);

/** A watcher gets the free shards that it claims, and keeps them while it renews them. */
export function describeClaims({ open }: StoreHarness<Store>): void {
  test("a watcher gets free shards, keeps its own under the same fencing number, and releases those it does not claim", async () => {
    const store = await open();
    expect(await store.readRota()).toEqual({ watchers: [], leases: [] });
    await claim(store, "w-1", [2, 1, 2], 1_000, 5_000);
    const rota = await claim(store, "w-2", [1, 2, 3], 2_000, 6_000);
    expect(rota).toEqual({
      watchers: [
        { holder: "w-1", untilMs: 5_000 },
        { holder: "w-2", untilMs: 6_000 },
      ],
      leases: [lease(1, "w-1", 1, 5_000), lease(2, "w-1", 1, 5_000), lease(3, "w-2", 1, 6_000)],
    });
    expect(await store.readRota()).toEqual(rota);
    expect((await claim(store, "w-1", [2], 4_999, 9_000)).leases).toEqual([
      lease(1, "w-1", 1, 4_999),
      lease(2, "w-1", 1, 9_000),
      lease(3, "w-2", 1, 6_000),
    ]);
    expect((await claim(store, "w-2", [1, 2, 3], 5_500, 9_500)).leases).toEqual([
      lease(1, "w-2", 2, 9_500),
      lease(2, "w-1", 1, 9_000),
      lease(3, "w-2", 1, 9_500),
    ]);
  });

  test("a lease is free from its end on, and its former holder can't renew it after another took it", async () => {
    const store = await open();
    await claim(store, "w-1", [0, 63], 1_000, 5_000);
    await claim(store, "w-2", [0, 63], 4_999, 9_000);
    expect((await store.readRota()).leases).toMatchObject([{ holder: "w-1" }, { holder: "w-1" }]);
    await claim(store, "w-2", [0], 5_000, 9_000);
    // No other watcher took shard 63, so it keeps its fencing number.
    expect((await claim(store, "w-1", [0, 63], 5_001, 9_001)).leases).toEqual([
      lease(0, "w-2", 2, 9_000),
      lease(63, "w-1", 1, 9_001),
    ]);
    expect((await claim(store, "w-1", [0, 63], 9_000, 9_500)).leases[0]).toEqual(lease(0, "w-1", 3, 9_500));
  });

  test("a lease more than a minute ahead of the clock of the claim comes from a wrong clock and is free", async () => {
    const store = await open();
    const claim = (holder: string, atMs: number) =>
      store.claimShards({ holder, shards: [3], atMs, untilMs: atMs + 5_000 });
    await claim("ahead", 600_000);
    expect((await claim("right", 545_000)).leases).toMatchObject([{ holder: "ahead" }]);
    expect((await claim("right", 544_999)).leases).toMatchObject([{ holder: "right", fencing: 2 }]);
  });

  test("a watcher that claims nothing with an end of now is removed at once, and an expired one after a day", async () => {
    const store = await open();
    await claim(store, "w-1", [1, 2], 1_000, 5_000);
    await claim(store, "w-2", [3], 1_000, 5_000);
    expect(await claim(store, "w-1", [], 2_000, 2_000)).toEqual({
      watchers: [{ holder: "w-2", untilMs: 5_000 }],
      leases: [lease(1, "w-1", 1, 2_000), lease(2, "w-1", 1, 2_000), lease(3, "w-2", 1, 5_000)],
    });
    const atMs = 5_000 + dayMs;
    const before = await claim(store, "w-3", [], atMs - 1, atMs + 9);
    expect(before.watchers.map(({ holder }) => holder)).toEqual(["w-2", "w-3"]);
    const after = await claim(store, "w-3", [], atMs, atMs + 9);
    expect(after).toEqual({ watchers: [{ holder: "w-3", untilMs: atMs + 9 }], leases: before.leases });
  });
}

function claim(
  store: Store,
  holder: string,
  shards: readonly number[],
  atMs: number,
  untilMs: number,
): Promise<Rota> {
  return store.claimShards({ holder, shards, atMs, untilMs });
}

function lease(shard: number, holder: string, fencing: number, untilMs: number): Rota["leases"][number] {
  return { shard, holder, fencing, untilMs };
}

/** Each shard has one holder after concurrent claims. */
export function describeClaimRaces({ open, openBeside }: StoreHarness<Store>): void {
  test("after twenty concurrent claims of all shards over two connections, each shard has one holder, and each result lists the watcher's own shards", async () => {
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

  test("one of twenty concurrent watchers takes an expired lease, under the next fencing number", async () => {
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

  test("watchers that exchange shards concurrently do not deadlock, and no fencing number decreases", async () => {
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
