import type { ImageStore } from "@trading-oms/brokerage/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** Opens an empty store, and closes it with everything it needs. */
export type ImageStoreHarness = {
  readonly open: () => Promise<ImageStore>;
  readonly close: () => Promise<void>;
};

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function namesOf(store: ImageStore): Promise<readonly string[]> {
  const names = [];
  for await (const name of store.list()) names.push(name);
  return names;
}

/** The tests that every image store has to pass. They list 25 names, more than two pages of ten. */
export function describeImageStore(where: string, harness: ImageStoreHarness): void {
  describe(`an image store on ${where}`, () => {
    let store: ImageStore;
    beforeAll(async () => {
      store = await harness.open();
    });
    afterAll(harness.close);

    test("returns exactly the bytes that were put: every value, none and many", async () => {
      const every = Uint8Array.from({ length: 256 }, (_, value) => value);
      const many = new Uint8Array(3_000_000).map((_, index) => index % 251);
      for (const [name, bytes] of Object.entries({ every, many, none: new Uint8Array() })) {
        await store.put(name, bytes);
        const got = await store.get(name);
        expect(got?.length).toBe(bytes.length);
        expect(Buffer.compare(got ?? encode("absent"), bytes)).toBe(0);
        await store.remove(name);
      }
    });

    test("returns undefined for a name that was never put or was removed, once or twice", async () => {
      expect(await store.get("never-put")).toBeUndefined();
      await store.put("removed", encode("1"));
      for (let count = 0; count < 2; count += 1) {
        await store.remove("removed");
        expect(await store.get("removed")).toBeUndefined();
      }
    });

    test("lists every name in character order, over more than two pages", async () => {
      const names = Array.from({ length: 25 }, (_, index) => `${1_700_000_000 + index * 7}-0a-front`);
      for (const name of names.toReversed()) await store.put(name, encode(name));
      expect(await namesOf(store)).toEqual(names);
      for (const name of names) await store.remove(name);
      expect(await namesOf(store)).toEqual([]);
    });

    test("continues a listing while the listed names are removed", async () => {
      const names = Array.from({ length: 25 }, (_, index) => `${1_700_000_000 + index}-0b-back`);
      for (const name of names) await store.put(name, encode(name));
      const seen: string[] = [];
      for await (const name of store.list()) {
        seen.push(name);
        await store.remove(name);
      }
      expect(seen).toEqual(names);
    });

    test("separates names of which one is a prefix of the other", async () => {
      await store.put("a-1", encode("one"));
      await store.put("a-1-front", encode("two"));
      await store.remove("a-1");
      expect(await store.get("a-1-front")).toEqual(encode("two"));
      await store.remove("a-1-front");
    });
  });
}
