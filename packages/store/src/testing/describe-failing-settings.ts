import type { Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { failAtEach } from "./fail-at-each.ts";
import { listSymbols, setGroupRates } from "./make-services.ts";
import { readRows } from "./read-rows.ts";
import type { StoreHarness } from "./store-harness.ts";

const group = { level: "group", name: "STO" } as const;

/** Rates and catalogs are replaced as a whole or stay as they were, wherever the store fails. */
export function describeFailingSettings(harness: StoreHarness): void {
  test("rates that fail at any statement are neither set nor counted, and are set when it is asked for again", async () => {
    const store = await harness.open();
    const count = await failAtEach(harness, {
      prepare: () => replaceRates(store, 500_000n),
      act: (faulty) => setGroupRates(faulty, 600_000n),
      judge: async ({ isDone }, before, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(before.rows);
          await setGroupRates(faulty, 600_000n);
        }
        expect(await store.readRates([group])).toMatchObject([{ marginRatio: 600_000n }]);
        expect((await store.readVersions()).rates).toBe(before.version + 1);
      },
    });
    expect(count).toBeGreaterThan(0);
  });

  test("a catalog that fails at any statement leaves the one in force, and is replaced when it is asked for again", async () => {
    const store = await harness.open();
    const count = await failAtEach(harness, {
      prepare: async () => {
        await listSymbols(store, ["FPT", "OLD"]);
        return { rows: await readRows(store), version: (await store.readVersions()).catalog };
      },
      act: (faulty) => listSymbols(faulty, ["FPT", "NEW", "VNM"]),
      judge: async ({ isDone }, before, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(before.rows);
          await listSymbols(faulty, ["FPT", "NEW", "VNM"]);
        }
        expect((await store.listInstruments({ limit: 9 })).map(({ symbol }) => symbol)).toEqual([
          "FPT",
          "NEW",
          "VNM",
        ]);
        expect((await store.readVersions()).catalog).toBe(before.version + 1);
      },
    });
    expect(count).toBeGreaterThan(0);
    await listSymbols(store, ["FPT"]);
    await expect.poll(() => countCatalogs(store)).toEqual({ instrument: 1, catalog_generation: 1 });
  });
}

async function replaceRates(store: Store, marginRatio: bigint): Promise<{ rows: string[]; version: number }> {
  await setGroupRates(store, marginRatio);
  return { rows: await readRows(store), version: (await store.readVersions()).rates };
}

/** Whatever was given up half-way is swept away. */
async function countCatalogs(store: Store): Promise<Readonly<Record<string, number | undefined>>> {
  const { rowCounts } = await store.describe();
  return { instrument: rowCounts["instrument"], catalog_generation: rowCounts["catalog_generation"] };
}
