import { expect, test, vi } from "vitest";
import { partsOf, planKeeper } from "./testing/plan-keeper.ts";

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const card = { images: { front: encode("its front"), back: encode("its back") }, requestId: "order-7" };

test("keeps no image of a card if one of them fails, and rejects with the reason", async () => {
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

test("passes the removal of a partly stored card to inBackground", async () => {
  const planned = await planKeeper();
  const fail = () => Promise.reject(new Error("down"));
  const handed: Promise<unknown>[] = [];
  const store = {
    ...planned.store,
    put: (name: string, bytes: Uint8Array<ArrayBuffer>) =>
      name.endsWith("back") ? fail() : planned.store.put(name, bytes),
  };
  const { keeper } = await planKeeper({ store, inBackground: (work) => void handed.push(work) });
  await expect(keeper.keep(card)).rejects.toThrow("down");
  await Promise.all(handed);
  expect([handed.length, planned.held.size]).toEqual([1, 0]);
});

test("reports a partly stored card that cannot be removed, and a later sweep removes it", async () => {
  const planned = await planKeeper();
  let isDown = true;
  const fail = () => Promise.reject(new Error("down"));
  const store = {
    ...planned.store,
    put: (name: string, bytes: Uint8Array<ArrayBuffer>) =>
      name.endsWith("back") ? fail() : planned.store.put(name, bytes),
    remove: (name: string) => (isDown ? fail() : planned.store.remove(name)),
  };
  const failures: unknown[] = [];
  const { keeper } = await planKeeper({ store, onRemovalFailure: (thrown) => void failures.push(thrown) });
  await expect(keeper.keep(card)).rejects.toThrow("down");
  await vi.waitFor(() => expect(failures).toEqual([new Error("down")]));
  expect(planned.held.size).toBe(1);
  await keeper.sweep();
  expect(planned.held.size).toBe(1);
  isDown = false;
  await keeper.sweep();
  expect(planned.held.size).toBe(0);
});

test("times out when the store or the key file never answers", async () => {
  const never = new Promise<never>(() => {});
  const planned = await planKeeper();
  const link = partsOf((await planned.keeper.keep(card)).front);
  const { store, keyFile } = planned;
  const keys = async () => keyFile.keys;
  const silent = { ...store, put: () => never, get: () => never, remove: () => never };
  for (const changes of [
    { store: silent, keys },
    { store, keys: () => never },
  ]) {
    const { keeper } = await planKeeper({ ...changes, waitMsMax: 20 });
    await expect(keeper.keep(card)).rejects.toMatchObject({ code: "IMAGES_LATE" });
    await expect(keeper.find(link)).rejects.toMatchObject({ code: "IMAGES_LATE" });
  }
});

test("removes images that were stored after the timeout, because no link to them was returned", async () => {
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

test("limits the memory of images that a hanging store never stores", async () => {
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
