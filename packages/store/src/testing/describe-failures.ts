import { expect, test } from "vitest";
import { failAtEach } from "./fail-at-each.ts";
import { makeAudit, makeChange, makeDraft, makeEpisode, makePosition, openAccount } from "./make-change.ts";
import { readRows } from "./read-rows.ts";
import type { StoreHarness } from "./store-harness.ts";

/** A failure leaves nothing half done. */
export function describeFailures(harness: StoreHarness): void {
  test("a change of everything that fails at any of its statements leaves nothing half written, and can be made again", async () => {
    const store = await harness.open();
    const count = await failAtEach(harness, {
      prepare: async (failAt) => {
        const accountId = `A-${failAt}`;
        await openAccount(store, "u-1", accountId);
        const positions = [makePosition("VNM"), makePosition("HPG")];
        const [episodes, audits] = [[makeEpisode("VNM")], [makeAudit("a")]];
        await store.commit(makeChange("u-1", accountId, { expectedVersion: 1, positions, episodes, audits }));
        const change = makeChange("u-1", accountId, {
          expectedVersion: 2,
          equityVnd: 5n,
          positions: [makePosition("FPT"), makePosition("HPG", { coveredVnd: 7n })],
          closedSymbols: ["VNM"],
          episodes: [makeEpisode("FPT"), makeEpisode("VNM", { isOpen: false })],
          audits: [makeAudit("b"), makeAudit("c")],
          movement: { movementId: `m-${failAt}`, kind: "deposit", amountVnd: 5n },
          outcome: { idempotencyKey: `k-${failAt}`, fingerprint: "f-1", outcome: "{}" },
          notifications: [makeDraft(`Deposit/${failAt}`), makeDraft(`MarginCall/${failAt}`)],
        });
        return { change, before: await readRows(store), place: failAt };
      },
      act: (faulty, { change }) => faulty.commit(change),
      judge: async ({ isDone }, { change, before, place }, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(before);
          expect(await faulty.commit(change)).toBe("committed");
        }
        expect(await store.readAccount(change.key)).toMatchObject({
          account: { version: 3, equityVnd: 5n, auditCount: 3, auditHash: "c".repeat(64) },
          positions: [makePosition("FPT"), makePosition("HPG", { coveredVnd: 7n })],
          episodes: [makeEpisode("FPT"), makeEpisode("VNM", { isOpen: false })],
          notificationCount: 2 * place,
        });
        expect(await store.listAudits(change.key, { limit: 9 })).toEqual([
          { place: 1, ...makeAudit("a") },
          { place: 2, ...makeAudit("b") },
          { place: 3, ...makeAudit("c") },
        ]);
        const told = await store.listNotifications("u-1", { limit: 500, offset: 0 });
        const [last = 0] = told.map(({ id }) => id);
        expect(told.map(({ id }) => last - id)).toEqual(Array.from({ length: 2 * place }, (_, each) => each));
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}
