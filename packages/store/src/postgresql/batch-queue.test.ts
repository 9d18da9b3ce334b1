import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { type BatchQueue, createBatchQueue } from "./batch-queue.ts";

type Started = { readonly items: readonly string[]; readonly end: () => void };

/** A queue whose batches run until the test ends them. The result of an item is the item in upper case. */
function makeQueue(keyOf?: (item: string) => string): {
  readonly queue: BatchQueue<string, string>;
  readonly started: Started[];
  readonly clock: { nowMs: number };
} {
  const started: Started[] = [];
  const clock = { nowMs: 0 };
  const queue = createBatchQueue<string, string>({
    batchSizeMax: 3,
    concurrencyMax: 2,
    nowMs: () => clock.nowMs,
    ...(keyOf === undefined ? {} : { keyOf }),
    runBatch: (items) =>
      new Promise((resolve) => {
        started.push({ items, end: () => resolve(items.map((item) => item.toUpperCase())) });
      }),
  });
  return { queue, started, clock };
}

const itemsOf = (started: readonly Started[]): (readonly string[])[] => started.map(({ items }) => items);

test("runs items that are submitted in one turn as one batch, with a result for each", async () => {
  const { queue, started } = makeQueue();
  const results = Promise.all(["a", "b", "c"].map((item) => queue.submit(item)));
  await setImmediate();
  expect(itemsOf(started)).toEqual([["a", "b", "c"]]);
  started[0]?.end();
  expect(await results).toEqual(["A", "B", "C"]);
});

test("starts a lone item at once while another batch runs", async () => {
  const { queue, started } = makeQueue();
  void queue.submit("a");
  await setImmediate();
  void queue.submit("b");
  await setImmediate();
  expect(itemsOf(started)).toEqual([["a"], ["b"]]);
});

test("collects items while the allowed batches run, up to the batch size", async () => {
  const { queue, started } = makeQueue();
  for (const item of ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]) void queue.submit(item);
  await setImmediate();
  expect(itemsOf(started)).toEqual([
    ["a", "b", "c"],
    ["d", "e", "f"],
  ]);
  started[1]?.end();
  await setImmediate();
  expect(itemsOf(started)).toHaveLength(3);
  expect(started[2]?.items).toEqual(["g", "h", "i"]);
});

test("lets a pending result delay only items of the same key", async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const queue = createBatchQueue<string, string>({
    batchSizeMax: 3,
    concurrencyMax: 1,
    nowMs: () => 0,
    keyOf: (item) => item.charAt(0),
    runBatch: async (items) => {
      begun.push(...items);
      return items.map((item) => new Promise<string>((resolve) => ends.push(() => resolve(item))));
    },
  });
  const first = queue.submit("a1");
  void queue.submit("a2");
  await setImmediate();
  void queue.submit("b1");
  await setImmediate();
  expect(begun).toEqual(["a1", "b1"]);
  ends[0]?.();
  expect(await first).toBe("a1");
  await setImmediate();
  expect(begun).toEqual(["a1", "b1", "a2"]);
});

test("runs items of one key one after the other, without delaying other keys", async () => {
  const { queue, started } = makeQueue((item) => item.charAt(0));
  for (const item of ["a1", "a2", "a3", "b1"]) void queue.submit(item);
  await setImmediate();
  void queue.submit("c1");
  await setImmediate();
  expect(itemsOf(started)).toEqual([["a1", "b1"], ["c1"]]);
  started[0]?.end();
  await setImmediate();
  expect(started[2]?.items).toEqual(["a2"]);
  started[2]?.end();
  await setImmediate();
  expect(started[3]?.items).toEqual(["a3"]);
});

test("rejects an item behind 4,096 waiting ones at once, and still runs those", async () => {
  const { queue, started } = makeQueue((item) => item);
  const results = Array.from({ length: 4_097 }, (_, index) => queue.submit(`${index}`));
  await expect(results[4_096]).rejects.toMatchObject({ code: "busy" });
  for (let each = 0; each < 1_366; each += 1) {
    await setImmediate();
    started[each]?.end();
  }
  expect((await Promise.all(results.slice(0, 4_096))).at(-1)).toBe("4095");
});

test("rejects an item that waited for more than five seconds, without running it", async () => {
  const { queue, started, clock } = makeQueue((item) => item.charAt(0));
  const first = queue.submit("a1");
  const late = queue.submit("a2");
  await setImmediate();
  clock.nowMs = 1;
  const inTime = queue.submit("a3");
  clock.nowMs = 5_001;
  started[0]?.end();
  expect(await first).toBe("A1");
  await expect(late).rejects.toMatchObject({ code: "busy" });
  await setImmediate();
  expect(itemsOf(started)).toEqual([["a1"], ["a3"]]);
  started[1]?.end();
  expect(await inTime).toBe("A3");
});

test("costs no more per item in a long queue than in a short one", async () => {
  const callsOf = async (count: number): Promise<number> => {
    let calls = 0;
    const queue = createBatchQueue<string, string>({
      batchSizeMax: 8,
      concurrencyMax: 1,
      nowMs: () => 0,
      keyOf: (item) => {
        calls += 1;
        return item;
      },
      runBatch: async (items) => items,
    });
    await Promise.all(Array.from({ length: count }, (_, index) => queue.submit(`${index}`)));
    return calls;
  };
  expect(await callsOf(4_000)).toBe(100 * (await callsOf(40)));
});

test("fails every item of a failed batch, and runs later ones", async () => {
  let isBroken = true;
  const queue = createBatchQueue<string, string>({
    batchSizeMax: 3,
    concurrencyMax: 1,
    nowMs: () => 0,
    runBatch: async (items) => {
      if (isBroken) throw new Error("It is broken.");
      return items;
    },
  });
  const failed = await Promise.allSettled([queue.submit("a"), queue.submit("b")]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isBroken = false;
  expect(await queue.submit("c")).toBe("c");
});

test("waits on closing for running and for waiting items", async () => {
  const { queue, started } = makeQueue();
  for (const item of ["a", "b", "c", "d", "e", "f", "g"]) void queue.submit(item);
  let isClosed = false;
  const closed = queue.close().then(() => {
    isClosed = true;
  });
  await setImmediate();
  for (const { end } of [...started]) end();
  await setImmediate();
  expect(isClosed).toBe(false);
  expect(started[2]?.items).toEqual(["g"]);
  started[2]?.end();
  await closed;
});

test("waits on closing for pending results, and accepts no more items", async () => {
  let end = (): void => {};
  const queue = createBatchQueue<string, string>({
    batchSizeMax: 3,
    concurrencyMax: 1,
    nowMs: () => 0,
    runBatch: async ([item = ""]) => [new Promise((resolve) => (end = () => resolve(item)))],
  });
  const first = queue.submit("a");
  let isClosed = false;
  const closed = queue.close().then(() => {
    isClosed = true;
  });
  await expect(queue.submit("b")).rejects.toThrow("The store is closed");
  await setImmediate();
  expect(isClosed).toBe(false);
  end();
  await closed;
  expect(await first).toBe("a");
});
