import type { MarkRecord, Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { makeBackup } from "./make-backup.ts";
import { makeMark } from "./make-mark.ts";
import type { StoreHarness } from "./store-harness.ts";

/** Whoever follows last prices by their counter misses none. */
export function describeFollowedMarks(harness: StoreHarness): void {
  const { open, openBeside } = harness;

  test("marks are told from the set on that they came with, by symbol, and one that was left out stays where it was", async () => {
    const store = await open();
    const old = makeMark("HPG", 1n, 5_000);
    await store.setMarks([old, makeMark("FPT", 1n, 1_000, { isByHand: true })]);
    const [vnm, fpt] = [makeMark("VNM", 3n, 2_000, { isByHand: true }), makeMark("FPT", 2n, 2_000)];
    await store.setMarks([vnm, fpt, makeMark("HPG", 4n, 4_999, { isByHand: true })]);
    expect(await store.listMarksSince({ version: 0, limit: 9 })).toEqual([fpt, old, vnm]);
    expect(await store.listMarksSince({ version: 1, limit: 9 })).toEqual([fpt, vnm]);
    expect(await store.listMarksSince({ version: 1, limit: 1 })).toEqual([fpt]);
    expect(await store.listMarksSince({ version: 1, limit: 9, after: "FPT" })).toEqual([vnm]);
    expect(await store.listMarksSince({ version: 2, limit: 9 })).toEqual([]);
  });

  test("a follower that reads the counter and then the marks misses none of twenty who set some at once", async () => {
    const store = await open();
    const beside = await openBeside();
    let writerCount = 20;
    const write = async (writer: number): Promise<void> => {
      for (let step = 1; step <= 6; step += 1) {
        const price = BigInt(writer * 100 + step);
        const marks = [makeMark("ALL", price, 1_000), makeMark(`S${writer}`, price, step)];
        await (writer % 2 ? store : beside).setMarks(marks);
      }
      writerCount -= 1;
    };
    const written = Promise.all(Array.from({ length: 20 }, (_, index) => write(index)));
    const followed = new Map<string, MarkRecord>();
    let version = 0;
    for (let isLast = false; !isLast; ) {
      isLast = writerCount === 0;
      version = await follow(store, version, followed);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await written;
    expect(version).toBe(120);
    const marks = await beside.listMarks({ limit: 99 });
    expect(marks).toHaveLength(21);
    expect(marks.map(({ symbol }) => followed.get(symbol))).toEqual(marks);
  });

  test("a follower goes on after a restore from the counter that was restored", async () => {
    const backup = await makeBackup(harness);
    const store = await open();
    await store.restore(backup.stream());
    const { marks: version } = await store.readVersions();
    expect(await store.listMarksSince({ version: 0, limit: 9 })).toHaveLength(2);
    expect(await store.listMarksSince({ version, limit: 9 })).toEqual([]);
    await store.setMarks([makeMark("HPG", 1n, 1_000)]);
    expect(await store.listMarksSince({ version, limit: 9 })).toEqual([makeMark("HPG", 1n, 1_000)]);
  });
}

/** Reads what was set after a value of the counter, and gives the value that is to be gone on from. */
async function follow(store: Store, version: number, followed: Map<string, MarkRecord>): Promise<number> {
  const { marks: next } = await store.readVersions();
  for (const mark of await store.listMarksSince({ version, limit: 99 })) followed.set(mark.symbol, mark);
  return next;
}
