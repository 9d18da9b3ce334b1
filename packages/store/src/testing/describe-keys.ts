import { expect, test } from "vitest";
import { makeChange, openAccount } from "./make-change.ts";
import type { StoreHarness } from "./store-harness.ts";

const key = { userId: "u-1", accountId: "A-1" };

/** A key counts once, for one user. */
export function describeKeys({ open }: StoreHarness): void {
  test.each([
    ["key", { outcome: { idempotencyKey: "k-1", fingerprint: "f-1", outcome: "{}" } }],
    ["movement", { movement: { movementId: "m-1", kind: "deposit", amountVnd: 5n } }],
  ] as const)("a %s that is there already is told, whatever the version", async (_what, members) => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    expect(await store.commit(makeChange("u-1", "A-1", { expectedVersion: 1, ...members }))).toBe(
      "committed",
    );
    const again = { equityVnd: 9n, ...members };
    for (const expectedVersion of [1, 2]) {
      expect(await store.commit(makeChange("u-1", "A-1", { expectedVersion, ...again }))).toBe("key-used");
    }
    expect(await store.readAccount(key)).toMatchObject({ account: { version: 2, equityVnd: 0n } });
  });

  test("a key or movement of one user is nothing to another", async () => {
    const store = await open();
    for (const [user, account] of [
      ["u-1", "A-1"],
      ["u-2", "B-1"],
    ] as const) {
      await openAccount(store, user, account);
      const change = makeChange(user, account, {
        expectedVersion: 1,
        movement: { movementId: "m-1", kind: "deposit", amountVnd: 5n },
        outcome: { idempotencyKey: "k-1", fingerprint: "f-1", outcome: "{}" },
      });
      expect(await store.commit(change)).toBe("committed");
    }
  });
}
