import type { BackupRow, Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { makeAudit, makeChange, makeDraft, makeEpisode, makePosition, openAccount } from "./make-change.ts";
import { makeMark } from "./make-mark.ts";
import { makeQuote } from "./make-quote.ts";
import type { StoreHarness } from "./store-harness.ts";

const key = { userId: "u-1", accountId: "A-1" };
const page = { limit: 50, offset: 0 };

const somethings: readonly (readonly [string, (store: Store) => Promise<void>])[] = [
  ["an account", (store: Store) => openAccount(store, "u-1", "A-1")],
  ["a last price", (store: Store) => store.setMarks([makeMark("FPT", 1n, 1_000)])],
  ["a quote", (store: Store) => store.saveQuotes([makeQuote("FPT", 1_000)])],
  ["a holiday", (store: Store) => store.setHolidays(["2025-09-02"])],
];

/** A backup is of one moment, and comes back whole. */
export function describeBackups({ open, openBeside }: StoreHarness): void {
  test("a backup that was taken during changes restores to one moment, into a store that holds nothing", async () => {
    const store = await open();
    await fill(store);
    const backup = store.backUp()[Symbol.asyncIterator]();
    const rows: BackupRow[] = [];
    const first = await backup.next();
    if (!first.done) rows.push(first.value);
    const beside = await openBeside();
    await openAccount(beside, "u-9", "Z-1");
    for (let next = await backup.next(); !next.done; next = await backup.next()) rows.push(next.value);
    const told = await store.listNotifications("u-1", page);
    const other = await open();
    await other.restore(asStream(rows));
    expect(await other.readAccount(key)).toEqual({
      account: {
        ...key,
        version: 2,
        equityVnd: 5n,
        openedAtMs: 1_000,
        changedAtMs: 1_000,
        auditCount: 1,
        auditHash: "a".repeat(64),
      },
      positions: [makePosition("FPT")],
      episodes: [makeEpisode("FPT")],
      notificationCount: 1,
    });
    expect(await other.listNotifications("u-1", page)).toEqual(told);
    expect(await other.listAudits(key, { limit: 9 })).toEqual([{ place: 1, ...makeAudit("a") }]);
    expect(await other.findInstrument("FPT")).toEqual({ symbol: "FPT", details: "{}" });
    expect(await other.findOwner("Z-1")).toBeUndefined();
    await openAccount(other, "u-10", "Z-2");
    expect(
      await other.commit(
        makeChange("u-1", "A-1", {
          expectedVersion: 2,
          audits: [makeAudit("b")],
          notifications: [makeDraft("z")],
        }),
      ),
    ).toBe("committed");
    expect(await other.listAudits(key, { limit: 9, after: 1 })).toEqual([{ place: 2, ...makeAudit("b") }]);
  });

  test.each(somethings)(
    "a store that holds something, were it %s, is not overwritten",
    async (_what, keep) => {
      const store = await open();
      await keep(store);
      await expect(store.restore(asStream([]))).rejects.toThrow("restore into a new one");
    },
  );

  test("a backup of something else is refused by the name of what is odd", async () => {
    const store = await open();
    const rows = asStream([{ table: "secrets", row: { name: "x" } }]);
    await expect(store.restore(rows)).rejects.toThrow("a table secrets, which is unknown");
  });
}

async function fill(store: Store): Promise<void> {
  await openAccount(store, "u-1", "A-1");
  await store.commit(
    makeChange("u-1", "A-1", {
      expectedVersion: 1,
      equityVnd: 5n,
      positions: [makePosition("FPT")],
      episodes: [makeEpisode("FPT")],
      audits: [makeAudit("a")],
      notifications: [makeDraft("Deposit/m-1")],
    }),
  );
  const draft = await store.draftCatalog();
  await draft.add([{ symbol: "FPT", details: "{}" }]);
  await draft.publish(1_000);
}

async function* asStream(rows: readonly BackupRow[]): AsyncGenerator<BackupRow> {
  // A file would come in the same way.
  for (const row of rows) yield JSON.parse(JSON.stringify(row));
}
