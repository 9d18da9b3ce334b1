import { expect, test } from "vitest";
import type { StoreHarness } from "./store-harness.ts";

/** Of last prices, the newest is kept. */
export function describeMarks({ open, openBeside }: StoreHarness): void {
  test("marks are set and replaced by symbol where they are not older, and counted each time they are set", async () => {
    const store = await open();
    const beside = await openBeside();
    expect((await store.readVersions()).marks).toBe(0);
    const first = { symbol: "FPT", price: 80_000_000n, atMs: 2_000 };
    await store.setMarks([first, { symbol: "VNM", price: 9_007_199_254_740_991n, atMs: 2_000 }]);
    expect((await beside.readVersions()).marks).toBe(1);
    await store.setMarks([
      { symbol: "FPT", price: 70_000_000n, atMs: 1_999 },
      { symbol: "VNM", price: 61_300_000n, atMs: 2_000 },
      { symbol: "HPG", price: 27_000_000n, atMs: 1_000 },
    ]);
    expect(await beside.listMarks({ limit: 9 })).toEqual([
      first,
      { symbol: "HPG", price: 27_000_000n, atMs: 1_000 },
      { symbol: "VNM", price: 61_300_000n, atMs: 2_000 },
    ]);
    expect(await beside.readVersions()).toEqual({ catalog: 0, rates: 0, marks: 2 });
    expect(await store.listMarks({ limit: 1, after: "FPT" })).toMatchObject([{ symbol: "HPG" }]);
  });

  test("marks are read by hundreds, and a symbol without one is left out", async () => {
    const store = await open();
    const marks = Array.from({ length: 700 }, (_, index) => ({
      symbol: `S${String(index).padStart(3, "0")}`,
      price: BigInt(index + 1),
      atMs: 1_000,
    }));
    await store.setMarks(marks);
    const wanted = marks.map(({ symbol }) => symbol).slice(100, 600);
    const found = await store.readMarks([...wanted, "NONE"]);
    expect(found.toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1))).toEqual(
      marks.slice(100, 600),
    );
    expect(await store.readMarks([])).toEqual([]);
  });
}
