import { expect, test } from "vitest";
import type { StoreHarness } from "./store-harness.ts";

/** Days without trading are set as a whole. */
export function describeHolidays({ open, openBeside }: StoreHarness): void {
  test("holidays take the place of those before, in their order and each once, and are counted each time", async () => {
    const store = await open();
    const beside = await openBeside();
    expect(await store.listHolidays()).toEqual([]);
    expect((await store.readVersions()).holidays).toBe(0);
    await store.setHolidays(["2025-09-02", "2025-01-01", "2025-09-02", "2025-09-01"]);
    expect(await beside.listHolidays()).toEqual(["2025-01-01", "2025-09-01", "2025-09-02"]);
    await beside.setHolidays(["2026-01-01", "2025-09-02"]);
    expect(await store.listHolidays()).toEqual(["2025-09-02", "2026-01-01"]);
    await store.setHolidays([]);
    expect(await store.listHolidays()).toEqual([]);
    expect(await beside.readVersions()).toEqual({ catalog: 0, rates: 0, marks: 0, holidays: 3, quotes: 0 });
  });

  test("of twenty who set holidays at once, one has set all that are there afterwards", async () => {
    const store = await open();
    const beside = await openBeside();
    const years = Array.from({ length: 20 }, (_, index) => [
      `${2030 + index}-01-01`,
      `${2030 + index}-09-02`,
    ]);
    await Promise.all(years.map((dates, index) => (index % 2 ? store : beside).setHolidays(dates)));
    expect(years).toContainEqual(await store.listHolidays());
    expect((await store.readVersions()).holidays).toBe(20);
  });
}
