import type { Change } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { makeAudit, makeChange, makeDraft, makeEpisode, makePosition, openAccount } from "./make-change.ts";
import type { StoreHarness } from "./store-harness.ts";

const key = { userId: "u-1", accountId: "A-1" };

const fresh = { version: 1, equityVnd: 0n, auditCount: 0, auditHash: "" };

/** A change is made as a whole. */
export function describeChanges({ open }: StoreHarness): void {
  test("an account that was opened is there, at version 1 and with nothing in it", async () => {
    const store = await open();
    expect(await store.readAccount(key)).toBeUndefined();
    await openAccount(store, "u-1", "A-1");
    expect(await store.readAccount(key)).toEqual({
      account: { ...key, ...fresh, openedAtMs: 1_000, changedAtMs: 1_000 },
      positions: [],
      episodes: [],
      notificationCount: 0,
    });
  });

  test("an account is opened once, and has one owner", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    expect(await store.commit(makeChange("u-1", "A-1"))).toBe("version-moved");
    expect(await store.commit(makeChange("u-2", "A-1"))).toBe("version-moved");
    expect(await store.findOwner("A-1")).toBe("u-1");
    expect(await store.readAccount({ userId: "u-2", accountId: "A-1" })).toBeUndefined();
  });

  test("a change is durable as a whole: equity, positions, episodes, audit, movement, outcome and notification", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    const change = makeWhole();
    expect(await store.commit(change)).toBe("committed");
    expect(await store.readAccount(key)).toEqual({
      account: {
        ...key,
        version: 2,
        equityVnd: 9_007_199_254_740_991n,
        openedAtMs: 1_000,
        changedAtMs: 2_000,
        auditCount: 2,
        auditHash: "b".repeat(64),
      },
      positions: change.positions,
      episodes: change.episodes,
      notificationCount: 1,
    });
    expect(await store.listAudits(key, { limit: 9 })).toEqual([
      { place: 1, ...makeAudit("a") },
      { place: 2, ...makeAudit("b") },
    ]);
    expect(await store.readMovement("u-1", "m-1")).toEqual({
      ...change.movement,
      accountId: "A-1",
      atMs: 2_000,
    });
    expect(await store.readOutcome("u-1", "k-1")).toEqual({ ...change.outcome, atMs: change.atMs });
    expect(await store.readOutcome("u-2", "k-1")).toBeUndefined();
  });
}

function makeWhole(): Change {
  const outcome = { idempotencyKey: "k-1", fingerprint: "f-1", outcome: '{"done":true}' };
  return makeChange("u-1", "A-1", {
    expectedVersion: 1,
    atMs: 2_000,
    equityVnd: 9_007_199_254_740_991n,
    positions: [
      makePosition("FPT", { changedAtMs: 2_000 }),
      makePosition("VNM", { quantity: -300n, isClosing: true, openedAtMs: 1_500, changedAtMs: 1_600 }),
    ],
    movement: { movementId: "m-1", kind: "deposit", amountVnd: 9_007_199_254_740_991n },
    outcome,
    episodes: [
      makeEpisode("FPT", { number: 3n, isForceCloseTold: true, reminder: 2n }),
      makeEpisode("VNM", { isOpen: false, openedAtMs: 1_500 }),
    ],
    audits: [makeAudit("a"), makeAudit("b")],
    notifications: [makeDraft("Deposit/m-1")],
  });
}
