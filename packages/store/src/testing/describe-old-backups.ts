import type { BackupRow } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { goOnFromFirstSchema, rowsOfFirstSchema, rowsSince } from "./first-schema.ts";
import { readRows } from "./read-rows.ts";
import type { StoreHarness } from "./store-harness.ts";

/** A backup outlives the schema that it was taken under. */
export function describeOldBackups(harness: StoreHarness): void {
  test("a backup of the first schema is restored, and what came later begins as it does after its migration", async () => {
    const store = await harness.open();
    await store.restore(asStream(rowsOfFirstSchema));
    expect(await readRows(store)).toEqual(rowsSince);
    await goOnFromFirstSchema(store);
  });
}

async function* asStream(rows: readonly BackupRow[]): AsyncGenerator<BackupRow> {
  yield* rows;
}
