import { storeErrorCodeOf } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import { makeChange, makeDraft, openAccount } from "../testing/make-change.ts";
import { savingClock } from "../testing/make-mark.ts";
import type { StoreHarness } from "../testing/store-harness.ts";

const key = { userId: "u-1", accountId: "A-1" };

/** Too long for the free space of existing pages. */
const longText = JSON.stringify("x".repeat(100_000));

/** Failures of the store itself have a code of the port. */
export function describeOutages(harness: StoreHarness): void {
  test("an unreachable or full store fails with a code of the port, and works again afterwards", async () => {
    await openAccount(await harness.open(), "u-1", "A-1");
    const { store, interrupt, resume } = await harness.openInterruptible();
    expect(await store.readAccount(key)).toMatchObject({ account: { version: 1 } });
    const change = makeChange("u-1", "A-1", {
      expectedVersion: 1,
      equityVnd: 5n,
      movement: { movementId: "m-1", kind: "deposit", amountVnd: 5n },
      outcome: { idempotencyKey: "k-1", fingerprint: "f-1", answer: longText },
      notifications: [makeDraft("Deposit/1")],
    });
    await interrupt();
    const failure: unknown = await store.commit(change).catch((thrown: unknown) => thrown);
    expect(["unreachable", "disk_full"]).toContain(storeErrorCodeOf(failure));
    const others = await Promise.allSettled([
      store.readAccount(key),
      store.readAccounts([key]),
      store.readOutcome("u-1", "k-1"),
      store.listNotifications("u-1", { limit: 9, offset: 0 }),
      store.readVersions(),
      store.setMarks([{ symbol: "FPT", price: 1n, atMs: 1, isByHand: true }], savingClock),
      store.listMovements(key, { limit: 9 }),
      store.claimShards({ holder: "w-1", untilMs: 2, atMs: 1, shards: [1] }),
      store.sweepOutcomes({ beforeMs: 1, limit: 9 }),
      openAccount(store, "u-2", "A-2"),
    ]);
    for (const each of others) {
      if (each.status === "rejected") expect(storeErrorCodeOf(each.reason)).toBeDefined();
    }
    await resume();
    expect(await store.commit(change)).toBe("committed");
    expect(await store.commit(change)).toBe("key-used");
    expect(await store.readAccount(key)).toMatchObject({
      account: { version: 2, equityVnd: 5n },
      notificationCount: 1,
    });
  });
}
