import type { BackupRow, Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { makeBackup } from "./make-backup.ts";
import { makeChange, makeDraft, openAccount } from "./make-change.ts";
import { makeMark } from "./make-mark.ts";
import { setGroupRates } from "./make-services.ts";
import { readRows } from "./read-rows.ts";
import type { StoreHarness } from "./store-harness.ts";

/** Nobody comes between a restore and its end. */
export function describeRestores(harness: StoreHarness): void {
  test("whoever changes something during a restore is refused, and the restore comes to its end", async () => {
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
          refused.push(await codeOf(draft.publish(2_000)));
        }
      })(),
    );
    expect(refused).toEqual(Array(12).fill("unfinished-restore"));
    // Numbers that were claimed in between are gone, and nobody minds.
    const isKept = ({ table }: BackupRow): boolean => table !== "number_block";
    expect(await readRows(beside, isKept)).toEqual(await backup.rows(isKept));
    await setGroupRates(beside, 900_000n);
    await openAccount(beside, "u-9", "Z-9");
    expect((await store.readVersions()).rates).toBe(2);
  });

  test("of two restores at once, one fills the store and the other is refused", async () => {
    const backup = await makeBackup(harness);
    const store = await harness.open();
    const beside = await harness.openBeside();
    const codes = await Promise.all([store, beside].map((each) => codeOf(each.restore(backup.stream()))));
    expect(codes).toContain("done");
    expect(["not-empty", "unfinished-restore"]).toContain(codes.find((code) => code !== "done"));
    expect(await readRows(store)).toEqual(await backup.rows());
  });

  test("users who come after a restore have numbers of their own, whoever claimed some before it", async () => {
    const backup = await makeBackup(harness);
    const store = await harness.open();
    const beside = await harness.openBeside();
    await store.restore(
      (async function* () {
        // It is refused, and keeps the numbers that it claimed for it.
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
    const told = await readRows(store, ({ table }) => table === "notification");
    expect(new Set(told.map((row) => /"id":(\d+)/.exec(row)?.[1])).size).toBe(told.length);
  });
}

async function codesOfSettings(store: Store): Promise<unknown[]> {
  const marks = [makeMark("ODD", 1n, 1_000)];
  return [
    await codeOf(setGroupRates(store, 900_000n)),
    await codeOf(store.setMarks(marks)),
    await codeOf(store.setHolidays(["2026-01-01"])),
  ];
}

function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "done",
    (failure: unknown) => (failure instanceof Error && "code" in failure ? failure.code : failure),
  );
}
