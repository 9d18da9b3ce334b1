import { expect, test } from "vitest";
import type { StoreHarness } from "./store-harness.ts";

/** Rates are found as they were set. */
export function describeRates({ open }: StoreHarness): void {
  const rates = {
    marginRatio: 500_000n,
    marginCallRate: 400_000n,
    forceCloseRate: 300_000n,
    changedAtMs: 1_000,
  };

  test("rates are set and replaced by level and name, and counted as a change", async () => {
    const store = await open();
    const before = await store.readVersions();
    await store.setRates({ level: "group", name: "STO", ...rates });
    await store.setRates({ level: "symbol", name: "FPT", ...rates });
    await store.setRates({ level: "symbol", name: "FPT", ...rates, marginRatio: 600_000n });
    const names = [
      { level: "symbol", name: "FPT" },
      { level: "product", name: "FPT" },
      { level: "group", name: "STO" },
    ] as const;
    const found = await store.readRates(names);
    expect(found).toHaveLength(2);
    expect(found).toContainEqual({ level: "symbol", name: "FPT", ...rates, marginRatio: 600_000n });
    expect((await store.readVersions()).rates).toBe(before.rates + 3);
    const [first] = await store.listRates({ limit: 1 });
    expect(await store.listRates({ limit: 9, after: first })).toHaveLength(1);
  });
}
