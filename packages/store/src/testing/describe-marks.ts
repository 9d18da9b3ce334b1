import { expect, test } from "vitest";
import { makeMark } from "./make-mark.ts";
import type { StoreHarness } from "./store-harness.ts";

/** Of last prices, the newest is kept. */
export function describeMarks({ open, openBeside }: StoreHarness): void {
  test("marks are set and replaced by symbol where they are not older, and counted each time they are set", async () => {
    const store = await open();
    const beside = await openBeside();
    expect((await store.readVersions()).marks).toBe(0);
    const first = makeMark("FPT", 80_000_000n, 2_000);
    await store.setMarks([first, makeMark("VNM", 9_007_199_254_740_991n, 2_000)]);
    expect((await beside.readVersions()).marks).toBe(1);
    await store.setMarks([
      makeMark("FPT", 70_000_000n, 1_999),
      makeMark("VNM", 61_300_000n, 2_000),
      makeMark("HPG", 27_000_000n, 1_000),
    ]);
    expect(await beside.listMarks({ limit: 9 })).toEqual([
      first,
      makeMark("HPG", 27_000_000n, 1_000),
      makeMark("VNM", 61_300_000n, 2_000),
    ]);
    expect(await beside.readVersions()).toEqual({ catalog: 0, rates: 0, marks: 2, holidays: 0, quotes: 0 });
    expect(await store.listMarks({ limit: 1, after: "FPT" })).toMatchObject([{ symbol: "HPG" }]);
  });

  test("marks are read by hundreds, and a symbol without one is left out", async () => {
    const store = await open();
    const marks = Array.from({ length: 700 }, (_, index) =>
      makeMark(`S${String(index).padStart(3, "0")}`, BigInt(index + 1), 1_000),
    );
    await store.setMarks(marks);
    const wanted = marks.map(({ symbol }) => symbol).slice(100, 600);
    const found = await store.readMarks([...wanted, "NONE"]);
    expect(found.toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1))).toEqual(
      marks.slice(100, 600),
    );
    expect(await store.readMarks([])).toEqual([]);
  });
}
