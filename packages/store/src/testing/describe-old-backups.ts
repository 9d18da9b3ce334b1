import type { BackupRow } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { oldSchemas } from "./old-schemas.ts";
import { readRows } from "./read-rows.ts";
import type { StoreHarness } from "./store-harness.ts";

/** A backup outlives the schema that it was taken under. */
export function describeOldBackups(harness: StoreHarness): void {
  test.each(oldSchemas)(
    "a backup of the $name schema is restored, and what came later begins as it does after its migration",
    async (schema) => {
      const store = await harness.open();
      await store.restore(asStream(schema.rows));
      expect(await readRows(store)).toEqual(schema.rowsSince);
      await schema.goOn(store);
    },
  );
}

async function* asStream(rows: readonly BackupRow[]): AsyncGenerator<BackupRow> {
  yield* rows;
}
