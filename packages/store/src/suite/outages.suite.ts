import { storeErrorCodeOf } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import { makeChange, makeDraft, openAccount } from "../testing/make-change.ts";
import type { StoreHarness } from "../testing/store-harness.ts";

const key = { userId: "u-1", accountId: "A-1" };

/** So long that no page that is there already has room for it. */
const longText = JSON.stringify("x".repeat(100_000));

/** What lies with the store is told as such, and is no fault of a program. */
export function describeOutages(harness: StoreHarness): void {
  test("a store that is away, or has no room, says so by a code of the port, and later does what it was asked", async () => {
    await openAccount(await harness.open(), "u-1", "A-1");
    const { store, goAway, comeBack } = await harness.openUnsteady();
    expect(await store.readAccount(key)).toMatchObject({ account: { version: 1 } });
    const change = makeChange("u-1", "A-1", {
      expectedVersion: 1,
      equityVnd: 5n,
      movement: { movementId: "m-1", kind: "deposit", amountVnd: 5n },
      outcome: { idempotencyKey: "k-1", fingerprint: "f-1", outcome: longText },
      notifications: [makeDraft("Deposit/1")],
    });
    await goAway();
    const failure: unknown = await store.commit(change).catch((thrown: unknown) => thrown);
    expect(["unreachable", "disk-full"]).toContain(storeErrorCodeOf(failure));
    const others = await Promise.allSettled([
      store.readAccount(key),
      store.readAccounts([key]),
      store.readOutcome("u-1", "k-1"),
      store.listNotifications("u-1", { limit: 9, offset: 0 }),
      store.readVersions(),
      store.setMarks([{ symbol: "FPT", price: 1n, atMs: 1, isByHand: true }]),
      store.setHolidays(["2026-09-02"]),
      store.claimShards({ holder: "w-1", untilMs: 2, atMs: 1, shards: [1] }),
      store.sweepOutcomes({ beforeMs: 1, limit: 9 }),
      openAccount(store, "u-2", "A-2"),
    ]);
    for (const each of others) {
      if (each.status === "rejected") expect(storeErrorCodeOf(each.reason)).toBeDefined();
    }
    await comeBack();
    expect(await store.commit(change)).toBe("committed");
    expect(await store.commit(change)).toBe("key-used");
    expect(await store.readAccount(key)).toMatchObject({
      account: { version: 2, equityVnd: 5n },
      notificationCount: 1,
    });
  });
}
