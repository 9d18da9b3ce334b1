import { expect, test } from "vitest";
import { failAtEach } from "./fail-at-each.ts";
import { makeMark } from "./make-mark.ts";
import { readRows } from "./read-rows.ts";
import type { StoreHarness } from "./store-harness.ts";

/** Last prices are set together or not at all, wherever the store fails. */
export function describeFailingMarks(harness: StoreHarness): void {
  test("marks that fail at any statement are neither set nor counted, and are set when it is asked for again", async () => {
    const store = await harness.open();
    const next = [makeMark("FPT", 90n, 2_000), makeMark("VNM", 60n, 2_000)];
    const count = await failAtEach(harness, {
      prepare: async (failAt) => {
        await store.setMarks([makeMark("FPT", 80n, 1_000), makeMark(`S${failAt}`, 10n, 1_000)]);
        return { rows: await readRows(store), version: (await store.readVersions()).marks };
      },
      act: (faulty) => faulty.setMarks(next),
      judge: async ({ isDone }, before, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(before.rows);
          await faulty.setMarks(next);
        }
        expect(await store.readMarks(["VNM", "FPT"])).toEqual(expect.arrayContaining(next));
        expect((await store.readVersions()).marks).toBe(before.version + 1);
        expect(await store.listMarksSince({ version: before.version, limit: 9 })).toEqual(next);
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}
