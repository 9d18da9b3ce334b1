import { expect, test } from "vitest";
import { makeChange, makeDraft, makePosition, openAccount } from "./make-change.ts";
import type { StoreHarness } from "./store-harness.ts";

const key = { userId: "u-1", accountId: "A-1" };
const page = { limit: 50, offset: 0 };

/** A change holds only on what it was decided on. */
export function describeConditions({ open }: StoreHarness): void {
  test("a change of an account that is not there writes nothing for nobody", async () => {
    const store = await open();
    const change = makeChange("u-1", "A-1", {
      expectedVersion: 1,
      notifications: [makeDraft("Deposit/m-1")],
    });
    expect(await store.commit(change)).toBe("version-moved");
    expect(await store.listNotifications("u-1", page)).toEqual([]);
  });

  test("a change that was decided on an older version is not made, and leaves nothing behind", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    await store.commit(makeChange("u-1", "A-1", { expectedVersion: 1, equityVnd: 5n }));
    const stale = makeChange("u-1", "A-1", {
      expectedVersion: 1,
      equityVnd: 7n,
      positions: [makePosition("FPT")],
      outcome: { idempotencyKey: "k-1", fingerprint: "f-1", outcome: "{}" },
      notifications: [makeDraft("Deposit/m-1")],
    });
    expect(await store.commit(stale)).toBe("version-moved");
    expect(await store.readAccount(key)).toMatchObject({
      account: { version: 2, equityVnd: 5n },
      positions: [],
    });
    expect(await store.readOutcome("u-1", "k-1")).toBeUndefined();
    expect(await store.listNotifications("u-1", page)).toEqual([]);
  });
}
