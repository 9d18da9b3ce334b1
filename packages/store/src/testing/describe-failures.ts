import { expect, test } from "vitest";
import { makeChange, makeDraft, makePosition, openAccount } from "./make-change.ts";
import type { StoreHarness } from "./store-harness.ts";

const key = { userId: "u-1", accountId: "A-1" };
const page = { limit: 50, offset: 0 };

/** A failure leaves nothing half done. */
export function describeFailures({ open, openBeside, openFaulty }: StoreHarness): void {
  test("a commit that fails at any of its statements leaves nothing half written, and can be made again", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    const change = makeChange("u-1", "A-1", {
      expectedVersion: 1,
      equityVnd: 5n,
      positions: [makePosition("FPT")],
      movement: { movementId: "m-1", kind: "deposit", amountVnd: 5n },
      outcome: { idempotencyKey: "k-1", fingerprint: "f-1", outcome: "{}" },
      notifications: [makeDraft("Deposit/m-1")],
    });
    let failed = 0;
    for (let failAt = 1; ; failAt += 1) {
      const faulty = await openFaulty(failAt);
      const outcome = await faulty.commit(change).catch(() => "failed");
      if (outcome === "committed") break;
      failed += 1;
      expect(outcome).toBe("failed");
      const beside = await openBeside();
      expect(await beside.readAccount(key)).toMatchObject({
        account: { version: 1 },
        positions: [],
        notificationCount: 0,
      });
      expect(await beside.readMovement("u-1", "m-1")).toBeUndefined();
      expect(await beside.readOutcome("u-1", "k-1")).toBeUndefined();
      expect(await beside.listNotifications("u-1", page)).toEqual([]);
    }
    expect(failed).toBeGreaterThan(0);
    expect(await store.readAccount(key)).toMatchObject({
      account: { version: 2, equityVnd: 5n },
      notificationCount: 1,
    });
  });

  test("an opening that fails at any of its statements leaves no account and no owner", async () => {
    const store = await open();
    let failed = 0;
    for (let failAt = 1; ; failAt += 1) {
      const faulty = await openFaulty(failAt);
      const outcome = await faulty.commit(makeChange("u-1", "A-1")).catch(() => "failed");
      if (outcome === "committed") break;
      failed += 1;
      expect(outcome).toBe("failed");
      expect(await store.findOwner("A-1")).toBeUndefined();
      expect(await store.readAccount(key)).toBeUndefined();
    }
    expect(failed).toBeGreaterThan(0);
    expect(await store.findOwner("A-1")).toBe("u-1");
  });
}
