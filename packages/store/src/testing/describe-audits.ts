import { expect, test } from "vitest";
import { makeAudit, makeChange, openAccount } from "./make-change.ts";
import type { StoreHarness } from "./store-harness.ts";

const key = { userId: "u-1", accountId: "A-1" };

/** An audit is only added to. */
export function describeAudits({ open, openBeside }: StoreHarness): void {
  test("entries of an audit follow each other from change to change, and the account keeps their number and the last hash", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    await openAccount(store, "u-1", "A-2");
    const change = (accountId: string, version: number, letters: string): Promise<unknown> =>
      store.commit(
        makeChange("u-1", accountId, { expectedVersion: version, audits: [...letters].map(makeAudit) }),
      );
    expect(await change("A-1", 1, "a")).toBe("committed");
    expect(await change("A-2", 1, "f")).toBe("committed");
    expect(await change("A-1", 2, "")).toBe("committed");
    expect(await store.readAccount(key)).toMatchObject({
      account: { version: 3, auditCount: 1, auditHash: "a".repeat(64) },
    });
    expect(await change("A-1", 3, "bcd")).toBe("committed");
    expect(await store.listAccounts({ limit: 9 })).toMatchObject([
      { accountId: "A-1", auditCount: 4, auditHash: "d".repeat(64) },
      { accountId: "A-2", auditCount: 1, auditHash: "f".repeat(64) },
    ]);
    const entries = ["a", "b", "c", "d"].map((letter, index) => ({ place: index + 1, ...makeAudit(letter) }));
    expect(await store.listAudits(key, { limit: 9 })).toEqual(entries);
    expect(await store.listAudits(key, { limit: 2, after: 1 })).toEqual(entries.slice(1, 3));
    expect(await store.listAudits(key, { limit: 9, after: 4 })).toEqual([]);
    expect(await store.listAudits({ userId: "u-2", accountId: "A-1" }, { limit: 9 })).toEqual([]);
  });

  test("of twenty who add to an audit at once by two ways, one does, and the chain has one entry more", async () => {
    const store = await open();
    const beside = await openBeside();
    await openAccount(store, "u-1", "A-1");
    const letters = [..."abcdefghijklmnopqrst"];
    const outcomes = await Promise.all(
      letters.map((letter, index) =>
        (index % 2 ? store : beside).commit(
          makeChange("u-1", "A-1", { expectedVersion: 1, audits: [makeAudit(letter)] }),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "committed")).toHaveLength(1);
    const winner = letters[outcomes.indexOf("committed")] ?? "";
    expect(await store.listAudits(key, { limit: 9 })).toEqual([{ place: 1, ...makeAudit(winner) }]);
    expect(await store.readAccount(key)).toMatchObject({
      account: { auditCount: 1, auditHash: winner.repeat(64) },
    });
  });
}
