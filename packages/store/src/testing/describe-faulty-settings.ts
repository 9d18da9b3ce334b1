import type { Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import type { StoreHarness } from "./store-harness.ts";

const rates = {
  level: "symbol",
  name: "FPT",
  marginRatio: 500_000n,
  marginCallRate: 400_000n,
  forceCloseRate: 300_000n,
  changedAtMs: 1_000,
} as const;

/** Rates and catalogs that fail to be written leave what was there. */
export function describeFaultySettings({ open, openBeside, openFaulty }: StoreHarness): void {
  test("rates that fail at any statement are neither set nor counted", async () => {
    const store = await open();
    let failed = 0;
    for (let failAt = 1; ; failAt += 1) {
      const faulty = await openFaulty(failAt);
      const isSet = await faulty.setRates(rates).then(
        () => true,
        () => false,
      );
      if (isSet) break;
      failed += 1;
      const beside = await openBeside();
      expect(await beside.readRates([rates])).toEqual([]);
      expect((await beside.readVersions()).rates).toBe(0);
    }
    expect(failed).toBeGreaterThan(0);
    expect((await store.readVersions()).rates).toBe(1);
  });

  test("a catalog that fails at any statement leaves the one in force, and is not counted", async () => {
    const store = await open();
    await replaceCatalog(store, "OLD");
    let failed = 0;
    for (let failAt = 1; ; failAt += 1) {
      const faulty = await openFaulty(failAt);
      const isReplaced = await replaceCatalog(faulty, "NEW").then(
        () => true,
        () => false,
      );
      if (isReplaced) break;
      failed += 1;
      const beside = await openBeside();
      expect((await beside.listInstruments({ limit: 9 })).map(({ symbol }) => symbol)).toEqual(["OLD"]);
      expect((await beside.readVersions()).catalog).toBe(1);
    }
    expect(failed).toBeGreaterThan(0);
    expect((await store.listInstruments({ limit: 9 })).map(({ symbol }) => symbol)).toEqual(["NEW"]);
  });
}

async function replaceCatalog(store: Store, symbol: string): Promise<void> {
  const draft = await store.draftCatalog();
  await draft.add([{ symbol, details: "{}" }]);
  await draft.publish(1_000);
}
