import { expect, test } from "vitest";
import { failAtEach } from "./fail-at-each.ts";
import { readRows } from "./read-rows.ts";
import type { StoreHarness } from "./store-harness.ts";

/** What watchers write is written as a whole, wherever the store fails. */
export function describeFailingWatches(harness: StoreHarness): void {
  test("holidays that fail at any statement are neither set nor counted, and are set when it is asked for again", async () => {
    const store = await harness.open();
    const next = ["2026-01-01", "2026-09-02"];
    const count = await failAtEach(harness, {
      prepare: async () => {
        await store.setHolidays(["2025-01-01", "2025-09-01", "2025-09-02"]);
        return { rows: await readRows(store), version: (await store.readVersions()).holidays };
      },
      act: (faulty) => faulty.setHolidays(next),
      judge: async ({ isDone }, before, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(before.rows);
          await faulty.setHolidays(next);
        }
        expect(await store.listHolidays()).toEqual(next);
        expect((await store.readVersions()).holidays).toBe(before.version + 1);
      },
    });
    expect(count).toBeGreaterThan(0);
  });

  test("a claim that fails at any statement leaves the rota as it was, and is made when it is asked for again", async () => {
    const store = await harness.open();
    const count = await failAtEach(harness, {
      prepare: async (failAt) => {
        const atMs = failAt * 10_000;
        await store.claimShards({ holder: "other", shards: [1, 2], atMs, untilMs: atMs + 1_000 });
        const before = await store.claimShards({
          holder: "own",
          shards: [3, 4],
          atMs,
          untilMs: atMs + 5_000,
        });
        const claim = { holder: "own", shards: [1, 2, 3], atMs: atMs + 2_000, untilMs: atMs + 9_000 };
        return { claim, before };
      },
      act: (faulty, { claim }) => faulty.claimShards(claim),
      judge: async ({ isDone }, { claim, before }, faulty) => {
        if (!isDone) {
          expect(await store.readRota()).toEqual(before);
          await faulty.claimShards(claim);
        }
        const [first = 0, second = 0] = before.leases.map(({ fencing }) => fencing);
        const { watchers, leases } = await store.readRota();
        expect(watchers).toContainEqual({ holder: "own", untilMs: claim.untilMs });
        expect(leases).toMatchObject([
          { shard: 1, holder: "own", fencing: first + 1, untilMs: claim.untilMs },
          { shard: 2, holder: "own", fencing: second + 1, untilMs: claim.untilMs },
          { shard: 3, holder: "own", untilMs: claim.untilMs },
          { shard: 4, holder: "own", untilMs: claim.atMs },
        ]);
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}
