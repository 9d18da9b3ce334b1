import { expect, test } from "vitest";
import { makeChange, makeDraft, openAccount } from "./make-change.ts";
import { oldSchemas } from "./old-schemas.ts";
import { readRows } from "./read-rows.ts";
import type { StoreHarness } from "./store-harness.ts";

/** A schema is made as a whole. */
export function describeFailingMigrations(harness: StoreHarness): void {
  const { open, openBeside, stepsOf, makePlace, migrateFaulty } = harness;

  test("a migration that fails at any statement is completed by whoever opens next, and nothing of it is there twice", async () => {
    const whole = await open();
    const rows = await readRows(whole);
    const { schemaVersion } = await whole.describe();
    let count = 0;
    for (let hasStruck = true; hasStruck; count += 1) {
      await makePlace([]);
      hasStruck = await migrateFaulty(count + 1);
      const store = await openBeside();
      expect((await store.describe()).schemaVersion).toBe(schemaVersion);
      expect(await readRows(store)).toEqual(rows);
      await openAccount(store, "u-1", "A-1");
      const change = makeChange("u-1", "A-1", { expectedVersion: 1, notifications: [makeDraft("m-1")] });
      expect(await store.commit(change)).toBe("committed");
      await store.close();
    }
    expect(count).toBeGreaterThan(1);
  });

  test.each(oldSchemas)(
    "a migration of the $name schema that fails at any statement is completed by whoever opens next, and keeps every row",
    async (schema) => {
      let count = 0;
      for (let hasStruck = true; hasStruck; count += 1) {
        await makePlace([...stepsOf(schema.step), ...schema.inserts]);
        hasStruck = await migrateFaulty(count + 1);
        const store = await openBeside();
        expect(await readRows(store)).toEqual(schema.rowsSince);
        await schema.goOn(store);
        await store.close();
      }
      expect(count).toBeGreaterThan(1);
    },
  );
}
