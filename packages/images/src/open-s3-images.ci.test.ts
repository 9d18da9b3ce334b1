import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ScratchBucket, startBucket } from "@trading-oms/scratch";
import { afterAll, describe, expect, test } from "vitest";
import { describeImageStore } from "./image-store.suite.ts";
import { openS3Images } from "./open-s3-images.ts";
import { partsOf, planKeeper } from "./testing/plan-keeper.ts";

const bucket = await startBucket();
afterAll(() => bucket.stop());

function openBucket(changes: Partial<ScratchBucket["access"]> = {}) {
  return openS3Images({ bucketUrl: bucket.url, ...bucket.access, ...changes });
}

/** Every byte that the storage has on its disk. */
async function readAll(): Promise<Buffer> {
  const files = await readdir(bucket.folder, { recursive: true, withFileTypes: true });
  const kept = files.filter((file) => file.isFile() && file.parentPath.includes("devices"));
  return Buffer.concat(await Promise.all(kept.map((file) => readFile(join(file.parentPath, file.name)))));
}

describeImageStore("S3, by Swift", { open: async () => openBucket(), close: async () => {} });

describe("a bucket that checks signatures", () => {
  test.each([{ secretAccessKey: "guessed" }, { accessKeyId: "test:unknown" }])(
    "refuses wrong credentials: %o",
    async (wrong) => {
      const refusal = { status: 403, code: "SignatureDoesNotMatch" };
      await expect(openBucket(wrong).put("a", new Uint8Array([1]))).rejects.toMatchObject(refusal);
      expect(await openBucket().get("a")).toBeUndefined();
    },
  );

  test("is a fault when it does not exist, and not an empty bucket", async () => {
    const store = openS3Images({ bucketUrl: `${bucket.url}-of-others`, ...bucket.access });
    await expect(store.get("a")).rejects.toMatchObject({ status: 404, code: "NoSuchBucket" });
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "NoSuchBucket" });
  });

  test("stores images that only a link can show, until the sweep deletes them from disk", async () => {
    const { keeper, clock } = await planKeeper({ store: openBucket() });
    const front = new TextEncoder().encode("the front of a card, which a search of the disk would find");
    await openBucket().put("plain", new TextEncoder().encode("a text that the search does find"));
    const links = await keeper.keep({ images: { front }, requestId: "order-7", idNumber: "001204000017" });
    expect(await keeper.find(partsOf(links.front))).toMatchObject({ kind: "image", image: front });
    const kept = await readAll();
    expect([kept.includes("that the search does find"), kept.includes(partsOf(links.front).cardId)]).toEqual([
      true,
      true,
    ]);
    for (const text of ["the front of", "001204000017", "order-7", "opening an account"])
      expect(kept.includes(text)).toBe(false);
    clock.nowMs += 86_400_000;
    expect(await keeper.sweep()).toMatchObject({ removedCount: 1, failedCount: 0 });
    expect(await openBucket().get(`${partsOf(links.front).cardId}-front`)).toBeUndefined();
    await openBucket().remove("plain");
  });
});

test("a storage that is down refuses images within five seconds", async () => {
  await bucket.stop();
  const { keeper } = await planKeeper({ store: openBucket() });
  const began = performance.now();
  await expect(keeper.keep({ images: { front: new Uint8Array([1]) }, requestId: "1" })).rejects.toThrow();
  expect(performance.now() - began).toBeLessThan(5_000);
});
