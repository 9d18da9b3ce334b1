import type { BackupRow, Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { makeBackup } from "../testing/make-backup.ts";
import {
  makeAudit,
  makeChange,
  makeContact,
  makeDraft,
  makeEpisode,
  makePosition,
  openAccount,
  publishDraft,
} from "../testing/make-change.ts";
import { makeMark, savingClock } from "../testing/make-mark.ts";
import { makeQuote } from "../testing/make-quote.ts";
import { setGroupRates, setHolidays } from "../testing/make-services.ts";
import { readRows } from "../testing/read-rows.ts";
import type { StoreHarness } from "../testing/store-harness.ts";

const key = { userId: "u-1", accountId: "A-1" };

const page = { limit: 50, offset: 0 };

const contents: readonly (readonly [string, (store: Store) => Promise<void>])[] = [
  ["an account", (store: Store) => openAccount(store, "u-1", "A-1")],
  ["a last price", (store: Store) => store.setMarks([makeMark("FPT", 1n, 1_000)], savingClock)],
  ["a quote", (store: Store) => store.saveQuotes([makeQuote("FPT", 1_000)], savingClock)],
  ["a holiday", (store: Store) => setHolidays(store, ["2025-09-02"])],
];

/** A backup is a consistent snapshot and restores completely. */
export function describeBackups({ open, openBeside }: StoreHarness): void {
  test("a backup taken during changes restores a consistent snapshot into an empty store", async () => {
    const store = await open();
    await fill(store);
    const backup = store.backUp()[Symbol.asyncIterator]();
    const rows: BackupRow[] = [];
    const first = await backup.next();
    if (!first.done) rows.push(first.value);
    const beside = await openBeside();
    await openAccount(beside, "u-9", "Z-1");
    for (let next = await backup.next(); !next.done; next = await backup.next()) rows.push(next.value);
    const listed = await store.listNotifications("u-1", page);
    const days = (await store.readQuotes(["FPT"])).map(({ snapshot: _snapshot, ...day }) => day);
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
      episodes: [makeEpisode("FPT", { lastContact: makeContact() }), makeEpisode("VNM")],
      notificationCount: 1,
      versions: await store.readVersions(),
      prices: { marks: await store.readMarks(["FPT"]), quotes: days },
    });
    expect(await other.listNotifications("u-1", page)).toEqual(listed);
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

  test.each(contents)("refuses to restore into a store with %s", async (_what, keep) => {
    const store = await open();
    await keep(store);
    await expect(store.restore(asStream([]))).rejects.toThrow("restore into a new one");
  });

  test("refuses a backup with an unknown table and names the table", async () => {
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
      episodes: [makeEpisode("FPT", { lastContact: makeContact() }), makeEpisode("VNM")],
      audits: [makeAudit("a")],
      notifications: [makeDraft("Deposit/m-1")],
    }),
  );
  const draft = await store.draftCatalog();
  await draft.add([{ symbol: "FPT", details: "{}" }]);
  await publishDraft(store, draft, 1_000);
}

async function* asStream(rows: readonly BackupRow[]): AsyncGenerator<BackupRow> {
  // The JSON round trip yields the same rows as a file.
  for (const row of rows) yield JSON.parse(JSON.stringify(row));
}

/** No other change commits during a restore, and the next ones go on from it. */
export function describeRestores(harness: StoreHarness): void {
  test("changes during a restore are refused, and the restore completes", async () => {
    const backup = await makeBackup(harness);
    const store = await harness.open();
    const beside = await harness.openBeside();
    const draft = await beside.draftCatalog();
    const refused: unknown[] = [];
    await store.restore(
      (async function* () {
        for await (const row of backup.stream()) {
          yield row;
          if (!["number_block", "catalog_head"].includes(row.table)) continue;
          for (const each of [store, beside]) refused.push(await codeOf(openAccount(each, "u-9", "Z-9")));
          refused.push(...(await codesOfSettings(beside)));
          refused.push(await codeOf(publishDraft(beside, draft, 2_000)));
        }
      })(),
    );
    expect(refused).toEqual(Array(12).fill("unfinished_restore"));
    // The refused changes may have reserved user numbers, which stay unused.
    const isKept = ({ table }: BackupRow): boolean => table !== "number_block";
    expect(await readRows(beside, isKept)).toEqual(await backup.rows(isKept));
    await setGroupRates(beside, 900_000n);
    await openAccount(beside, "u-9", "Z-9");
    expect((await store.readVersions()).rates).toBe(2);
  });

  test("one of two concurrent restores fills the store and the other is refused", async () => {
    const backup = await makeBackup(harness);
    const store = await harness.open();
    const beside = await harness.openBeside();
    const codes = await Promise.all([store, beside].map((each) => codeOf(each.restore(backup.stream()))));
    expect(codes).toContain("done");
    expect(["not_empty", "unfinished_restore"]).toContain(codes.find((code) => code !== "done"));
    expect(await readRows(store)).toEqual(await backup.rows());
  });

  test("after a restore, a follower continues from the restored counter", async () => {
    const backup = await makeBackup(harness);
    const store = await harness.open();
    await store.restore(backup.stream());
    const { marks: version } = await store.readVersions();
    expect(await store.listMarksSince({ version: 0, limit: 9 })).toHaveLength(2);
    expect(await store.listMarksSince({ version, limit: 9 })).toEqual([]);
    await store.setMarks([makeMark("HPG", 1n, 1_000)], savingClock);
    expect(await store.listMarksSince({ version, limit: 9 })).toEqual([makeMark("HPG", 1n, 1_000)]);
  });

  test("users created after a restore have unique numbers, although processes reserved numbers before it", async () => {
    const backup = await makeBackup(harness);
    const store = await harness.open();
    const beside = await harness.openBeside();
    await store.restore(
      (async function* () {
        // Refused, but the connection may keep the user numbers that it reserved.
        await openAccount(beside, "u-0", "O-0").catch(() => {});
        yield* backup.stream();
      })(),
    );
    for (const [index, each] of [beside, store, beside].entries()) {
      await openAccount(each, `new-${index}`, `N-${index}`);
      const change = makeChange(`new-${index}`, `N-${index}`, {
        expectedVersion: 1,
        notifications: [makeDraft("hello")],
      });
      expect(await each.commit(change)).toBe("committed");
    }
    const rows = await readRows(store, ({ table }) => table === "notification");
    expect(new Set(rows.map((row) => /"id":(\d+)/.exec(row)?.[1])).size).toBe(rows.length);
  });
}

async function codesOfSettings(store: Store): Promise<unknown[]> {
  const marks = [makeMark("ODD", 1n, 1_000)];
  return [
    await codeOf(setGroupRates(store, 900_000n)),
    await codeOf(store.setMarks(marks, savingClock)),
    await codeOf(setHolidays(store, ["2026-01-01"])),
  ];
}

function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "done",
    (failure: unknown) => (failure instanceof Error && "code" in failure ? failure.code : failure),
  );
}
