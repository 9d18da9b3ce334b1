import { expect, test, vi } from "vitest";
import { partsOf, planKeeper } from "./testing/plan-keeper.ts";

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const card = { images: { front: encode("its front"), back: encode("its back") }, requestId: "order-7" };

test("where one image of a card can't be kept none is, and whoever asked is told why", async () => {
  const planned = await planKeeper();
  let putCount = 0;
  const store = {
    ...planned.store,
    put: async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
      putCount += 1;
      if (putCount === 2) throw Object.assign(new Error("write failed"), { code: "ENOSPC" });
      await planned.store.put(name, bytes);
    },
  };
  const { keeper } = await planKeeper({ store });
  await expect(keeper.keep(card)).rejects.toMatchObject({ code: "ENOSPC" });
  await vi.waitFor(() => expect([putCount, planned.held.size]).toEqual([2, 0]));
});

test("a runtime that ends work with its request is handed what is removed behind the answer", async () => {
  const planned = await planKeeper();
  const fail = () => Promise.reject(new Error("away"));
  const handed: Promise<unknown>[] = [];
  const store = {
    ...planned.store,
    put: (name: string, bytes: Uint8Array<ArrayBuffer>) =>
      name.endsWith("back") ? fail() : planned.store.put(name, bytes),
  };
  const { keeper } = await planKeeper({ store, inBackground: (work) => void handed.push(work) });
  await expect(keeper.keep(card)).rejects.toThrow("away");
  await Promise.all(handed);
  expect([handed.length, planned.held.size]).toEqual([1, 0]);
});

test("what can't be removed of a card that is not kept is told of, and goes with the next sweep", async () => {
  const planned = await planKeeper();
  let isAway = true;
  const fail = () => Promise.reject(new Error("away"));
  const store = {
    ...planned.store,
    put: (name: string, bytes: Uint8Array<ArrayBuffer>) =>
      name.endsWith("back") ? fail() : planned.store.put(name, bytes),
    remove: (name: string) => (isAway ? fail() : planned.store.remove(name)),
  };
  const told: unknown[] = [];
  const { keeper } = await planKeeper({ store, tellLeft: (thrown) => void told.push(thrown) });
  await expect(keeper.keep(card)).rejects.toThrow("away");
  await vi.waitFor(() => expect(told).toEqual([new Error("away")]));
  expect(planned.held.size).toBe(1);
  await keeper.sweep();
  expect(planned.held.size).toBe(1);
  isAway = false;
  await keeper.sweep();
  expect(planned.held.size).toBe(0);
});

test("a store or a file of keys that never answers is waited for no longer than it may take", async () => {
  const never = new Promise<never>(() => {});
  const planned = await planKeeper();
  const link = partsOf((await planned.keeper.keep(card)).front);
  const { store, ring } = planned;
  const keys = async () => ring.keys;
  const silent = { ...store, put: () => never, get: () => never, remove: () => never };
  for (const given of [
    { store: silent, keys },
    { store, keys: () => never },
  ]) {
    const { keeper } = await planKeeper({ ...given, waitMsMax: 20 });
    await expect(keeper.keep(card)).rejects.toMatchObject({ code: "IMAGES_LATE" });
    await expect(keeper.find(link)).rejects.toMatchObject({ code: "IMAGES_LATE" });
  }
});

test("images that come to a store too late are removed again, since nobody has a link to them", async () => {
  const planned = await planKeeper();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const put = async (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    await opened;
    await planned.store.put(name, bytes);
  };
  const removed: string[] = [];
  const remove = async (name: string): Promise<void> => {
    if (planned.held.has(name)) removed.push(name);
    await planned.store.remove(name);
  };
  const { keeper } = await planKeeper({ store: { ...planned.store, put, remove }, waitMsMax: 20 });
  await expect(keeper.keep(card)).rejects.toMatchObject({ code: "IMAGES_LATE" });
  open();
  await vi.waitFor(() => expect(removed.length).toBe(2));
  expect(planned.held.size).toBe(0);
});

test("what waits for a store that lets nothing go fills no more than its share of the memory", async () => {
  const planned = await planKeeper();
  const put = () => new Promise<never>(() => {});
  const { keeper } = await planKeeper({ store: { ...planned.store, put }, waitMsMax: 20 });
  const large = { images: { front: new Uint8Array(40_000_000) }, requestId: "1" };
  const codes = [];
  for (let count = 0; count < 3; count += 1) {
    codes.push(await keeper.keep(large).catch(({ code }) => code));
  }
  expect(codes).toEqual(["IMAGES_LATE", "IMAGES_LATE", "IMAGES_BUSY"]);
});
