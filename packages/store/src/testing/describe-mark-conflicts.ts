import { expect, test } from "vitest";
import { makeMark } from "./make-mark.ts";
import type { StoreHarness } from "./store-harness.ts";

/** Of last prices that come together, the newest is kept. */
export function describeMarkConflicts({ open, openBeside }: StoreHarness): void {
  test("of one symbol twice in a set, the newest is kept, and the later of two at one time", async () => {
    const store = await open();
    await store.setMarks([
      makeMark("FPT", 2n, 2_000),
      makeMark("FPT", 1n, 1_000),
      makeMark("VNM", 3n, 1_000),
      makeMark("VNM", 4n, 1_000),
    ]);
    expect(await store.listMarks({ limit: 9 })).toMatchObject([{ price: 2n }, { price: 4n }]);
  });

  test("a price from more than a minute ahead gives way to one set by hand, and to nothing else", async () => {
    const store = await open();
    const setAt = async (atMs: number, isByHand: boolean): Promise<bigint | undefined> => {
      await store.setMarks([{ symbol: "FPT", price: BigInt(atMs), atMs, isByHand }]);
      return (await store.readMarks(["FPT"]))[0]?.price;
    };
    expect(await setAt(100_000, false)).toBe(100_000n);
    expect(await setAt(40_000, true)).toBe(100_000n);
    expect(await setAt(39_999, false)).toBe(100_000n);
    expect(await setAt(39_999, true)).toBe(39_999n);
  });

  test("a price that was only played is known as such, and gives way to any that was not, however early", async () => {
    const store = await open();
    const played = makeMark("FPT", 2n, 2_000, { isPlayed: true });
    await store.setMarks([played]);
    expect(await store.readMarks(["FPT"])).toEqual([played]);
    await store.setMarks([makeMark("FPT", 1n, 1_999, { isPlayed: true })]);
    expect(await store.listMarks({ limit: 9 })).toEqual([played]);
    await store.setMarks([makeMark("FPT", 1n, 1_000)]);
    expect(await store.readMarks(["FPT"])).toEqual([makeMark("FPT", 1n, 1_000)]);
  });

  test("marks that are set by two at once end with the newest, whoever is first", async () => {
    const store = await open();
    const beside = await openBeside();
    const set = (atMs: number): Promise<void> => {
      const symbols = atMs % 2 ? ["FPT", "HPG", "VNM"] : ["VNM", "HPG", "FPT"];
      const marks = symbols.map((symbol) => makeMark(symbol, BigInt(atMs), atMs));
      return (atMs % 2 ? store : beside).setMarks(marks);
    };
    await Promise.all(Array.from({ length: 30 }, (_, index) => set(30 - index)));
    expect((await store.listMarks({ limit: 9 })).map(({ price }) => price)).toEqual([30n, 30n, 30n]);
    expect((await store.readVersions()).marks).toBe(30);
  });

  test("marks of which one is beyond what is held exactly are not set, none of them", async () => {
    const store = await open();
    await expect(
      store.setMarks([makeMark("FPT", 1n, 1_000), makeMark("VNM", 9_007_199_254_740_992n, 1_000)]),
    ).rejects.toThrow();
    expect(await store.listMarks({ limit: 9 })).toEqual([]);
    expect((await store.readVersions()).marks).toBe(0);
  });
}
