import type { Rota, Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import type { StoreHarness } from "./store-harness.ts";

const dayMs = 86_400_000;

/** What a watcher asks for is given where it is free, and stays for as long as it is there. */
export function describeClaims({ open }: StoreHarness): void {
  test("a watcher gets what is free, keeps what it holds under its number, and gives up what it does not ask for", async () => {
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

  test("a lease is free from the moment that it ends, and whoever lost it does not get it back by asking again", async () => {
    const store = await open();
    await claim(store, "w-1", [0, 63], 1_000, 5_000);
    await claim(store, "w-2", [0, 63], 4_999, 9_000);
    expect((await store.readRota()).leases).toMatchObject([{ holder: "w-1" }, { holder: "w-1" }]);
    await claim(store, "w-2", [0], 5_000, 9_000);
    // Nobody took the other one, so it has not changed hands.
    expect((await claim(store, "w-1", [0, 63], 5_001, 9_001)).leases).toEqual([
      lease(0, "w-2", 2, 9_000),
      lease(63, "w-1", 1, 9_001),
    ]);
    expect((await claim(store, "w-1", [0, 63], 9_000, 9_500)).leases[0]).toEqual(lease(0, "w-1", 3, 9_500));
  });

  test("a watcher that asks for nothing until now is gone at once, and others a day after their time", async () => {
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
