import { expect, test } from "vitest";
import { failAtEach } from "./fail-at-each.ts";
import { keepOutcome } from "./keep-outcome.ts";
import { openAccount } from "./make-change.ts";
import { readRows } from "./read-rows.ts";
import type { StoreHarness } from "./store-harness.ts";

/** Outcomes are forgotten together or not at all, wherever the store fails. */
export function describeFailingSweeps(harness: StoreHarness): void {
  test("a sweep that fails at any statement forgets nothing, and forgets all when it is asked for again", async () => {
    const store = await harness.open();
    const count = await failAtEach(harness, {
      prepare: async (failAt) => {
        const account = { userId: `u-${failAt}`, accountId: `A-${failAt}` };
        await openAccount(store, account.userId, account.accountId);
        for (const [index, atMs] of [1_000, 9_000, 2_000].entries()) {
          await keepOutcome(store, { ...account, version: index + 1, key: `k-${index}`, atMs });
        }
        return { userId: account.userId, rows: await readRows(store) };
      },
      act: (faulty) => faulty.sweepOutcomes({ limit: 100, beforeMs: 5_000 }),
      judge: async ({ isDone }, { userId, rows }, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(rows);
          expect(await faulty.sweepOutcomes({ limit: 100, beforeMs: 5_000 })).toBeUndefined();
        }
        const found = await Promise.all(["k-0", "k-1", "k-2"].map((key) => store.readOutcome(userId, key)));
        expect(found).toMatchObject([undefined, { idempotencyKey: "k-1" }, undefined]);
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}
