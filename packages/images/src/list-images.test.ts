import { expect, test } from "vitest";
import { planKeeper, testNowMs } from "./testing/plan-keeper.ts";

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const card = { images: { front: encode("its front"), back: encode("its back") }, requestId: "order-7" };

test("a sweep removes expired images and no other files", async () => {
  const { keeper, clock, held } = await planKeeper();
  await keeper.keep(card);
  clock.nowMs = testNowMs + 60_000;
  await keeper.keep(card);
  held.set("0000000000-notes.txt", encode("notes"));
  clock.nowMs = testNowMs + 86_399_999;
  expect(await keeper.sweep()).toMatchObject({ removedCount: 0, failedCount: 0 });
  clock.nowMs = testNowMs + 86_400_000;
  expect(await keeper.sweep()).toMatchObject({ removedCount: 2, failedCount: 0 });
  expect(held.size).toBe(3);
  clock.nowMs = testNowMs + 2 * 86_400_000;
  expect(await keeper.sweep()).toMatchObject({ removedCount: 2 });
  expect([...held.keys()]).toEqual(["0000000000-notes.txt"]);
});

test("an image that cannot be removed does not stop the sweep, and the next sweep retries it", async () => {
  const planned = await planKeeper();
  await planned.keeper.keep(card);
  await planned.keeper.keep(card);
  const [stuck] = [...planned.held.keys()].sort();
  let isStuck = true;
  const remove = async (name: string): Promise<void> => {
    if (isStuck && name === stuck) throw Object.assign(new Error("stuck"), { code: "EACCES" });
    await planned.store.remove(name);
  };
  const { keeper, clock } = await planKeeper({ store: { ...planned.store, remove } });
  clock.nowMs = testNowMs + 86_400_000;
  expect(await keeper.sweep()).toMatchObject({
    removedCount: 3,
    failedCount: 1,
    failure: { code: "EACCES" },
  });
  expect([...planned.held.keys()]).toEqual([stuck]);
  isStuck = false;
  expect(await keeper.sweep()).toMatchObject({ removedCount: 1, failedCount: 0 });
});

test("an aborted sweep ends between two images", async () => {
  const planned = await planKeeper();
  await planned.keeper.keep(card);
  const ending = new AbortController();
  const remove = async (name: string): Promise<void> => {
    await planned.store.remove(name);
    ending.abort();
  };
  const { keeper, clock } = await planKeeper({ store: { ...planned.store, remove } });
  clock.nowMs = testNowMs + 86_400_000;
  expect(await keeper.sweep(ending.signal)).toMatchObject({ removedCount: 1 });
  expect(planned.held.size).toBe(1);
});
