import { expect, test } from "vitest";
import { makeAudit, makeChange, makeDraft, makeEpisode, makePosition, openAccount } from "./make-change.ts";
import type { StoreHarness } from "./store-harness.ts";

const key = { userId: "u-1", accountId: "A-1" };
const page = { limit: 50, offset: 0 };

/** A change holds only on what it was decided on. */
export function describeConditions({ open }: StoreHarness): void {
  test("a change of an account that is not there writes nothing for nobody", async () => {
    const store = await open();
    const change = makeChange("u-1", "A-1", {
      expectedVersion: 1,
      episodes: [makeEpisode("FPT")],
      audits: [makeAudit("a")],
      notifications: [makeDraft("Deposit/m-1")],
    });
    expect(await store.commit(change)).toBe("version-moved");
    expect(await store.listAudits(key, { limit: 9 })).toEqual([]);
    expect(await store.listNotifications("u-1", page)).toEqual([]);
  });

  test("a change that was decided on an older version is not made, and leaves nothing behind", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    await store.commit(
      makeChange("u-1", "A-1", { expectedVersion: 1, equityVnd: 5n, audits: [makeAudit("a")] }),
    );
    const stale = makeChange("u-1", "A-1", {
      expectedVersion: 1,
      equityVnd: 7n,
      positions: [makePosition("FPT")],
      episodes: [makeEpisode("FPT")],
      audits: [makeAudit("b")],
      outcome: { idempotencyKey: "k-1", fingerprint: "f-1", outcome: "{}" },
      notifications: [makeDraft("Deposit/m-1")],
    });
    expect(await store.commit(stale)).toBe("version-moved");
    expect(await store.readAccount(key)).toMatchObject({
      account: { version: 2, equityVnd: 5n, auditCount: 1, auditHash: "a".repeat(64) },
      positions: [],
      episodes: [],
    });
    expect(await store.listAudits(key, { limit: 9 })).toEqual([{ place: 1, ...makeAudit("a") }]);
    expect(await store.readOutcome("u-1", "k-1")).toBeUndefined();
    expect(await store.listNotifications("u-1", page)).toEqual([]);
  });
}
