import type { Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { failAtEach } from "./fail-at-each.ts";
import { type MadeBackup, makeBackup } from "./make-backup.ts";
import { openAccount } from "./make-change.ts";
import { readRows } from "./read-rows.ts";
import type { StoreHarness } from "./store-harness.ts";

/** A restore comes to its end or is known not to have. */
export function describeFailingRestores(harness: StoreHarness): void {
  test("a restore that fails at any statement leaves nothing and can be made again, or a store that says so and is served to nobody", async () => {
    const backup = await makeBackup(harness);
    let store: Store | undefined;
    let empty: readonly string[] = [];
    const count = await failAtEach(harness, {
      prepare: async () => {
        // Whatever was left as it was takes the next attempt, and in the end the whole.
        store ??= await harness.open();
        empty = await readRows(store);
        return store;
      },
      act: (faulty) => faulty.restore(backup.stream()),
      judge: async ({ isDone }, opened, faulty) => {
        if (isDone) return expect(await readRows(opened)).toEqual(await backup.rows());
        if (await isRefused(harness)) {
          await judgeUnfinished([opened, faulty], backup);
          store = undefined;
        } else {
          expect(await readRows(opened)).toEqual(empty);
        }
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}

/** Whether the store that was opened last is opened to nobody any more. */
async function isRefused({ openBeside }: StoreHarness): Promise<boolean> {
  try {
    await (await openBeside()).close();
    return false;
  } catch (failure) {
    expect(failure).toMatchObject({
      name: "StoreFault",
      code: "unfinished-restore",
      message: expect.stringContaining("restore again"),
    });
    return true;
  }
}

async function judgeUnfinished(stores: readonly Store[], backup: MadeBackup): Promise<void> {
  for (const each of stores) {
    const opening = openAccount(each, "u-9", "Z-9");
    await expect(opening).rejects.toMatchObject({ code: "unfinished-restore" });
    const again = each.restore(backup.stream());
    await expect(again).rejects.toMatchObject({ code: "unfinished-restore" });
  }
}
