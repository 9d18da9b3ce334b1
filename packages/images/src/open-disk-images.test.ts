import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { describeImageStore } from "./image-store.suite.ts";
import { openDiskImages } from "./open-disk-images.ts";

const run = promisify(execFile);
const root = await mkdtemp(join(tmpdir(), "images-"));
afterAll(() => rm(root, { recursive: true }));

describeImageStore("disk", { open: () => openDiskImages(join(root, "suite")), close: async () => {} });

test("a folder of images and what is in it are for their owner alone", async () => {
  const folder = join(root, "made", "for-it");
  const store = await openDiskImages(folder);
  await store.put("a", new Uint8Array([1]));
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, "a"))).mode & 0o777).toBe(0o600);
});

test("a name that was given is never given again, and keeps its bytes", async () => {
  const store = await openDiskImages(join(root, "once"));
  await store.put("a", new Uint8Array([1]));
  await expect(store.put("a", new Uint8Array([2]))).rejects.toMatchObject({ code: "EEXIST" });
  expect(await store.get("a")).toEqual(new Uint8Array([1]));
});

test("a disk that takes a part of an image and no more has nothing of it afterwards, and whoever asked is told", async () => {
  const folder = join(root, "cramped");
  const program = `
    import { openDiskImages } from ${JSON.stringify(new URL("./open-disk-images.ts", import.meta.url).href)};
    const store = await openDiskImages(${JSON.stringify(folder)}, { freeBytesMin: 0 });
    await store.put("small", new Uint8Array(1_000));
    await store.put("large", new Uint8Array(100_000)).catch(({ code }) => console.log(code));
  `;
  // The shell counts in blocks of 1,024 bytes, and Node passes over the signal, so that writing fails as on a full disk.
  const words = ["-c", 'ulimit -f 16; exec "$0" --input-type=module --eval "$1"', process.execPath, program];
  const { stdout } = await run("bash", words);
  expect([stdout, await readdir(folder)]).toEqual(["EFBIG\n", ["small"]]);
});

test("images leave free what others on the same file system need", async () => {
  const store = await openDiskImages(join(root, "shared"), { freeBytesMin: Number.MAX_SAFE_INTEGER });
  await expect(store.put("a", new Uint8Array([1]))).rejects.toMatchObject({ code: "IMAGES_NO_ROOM" });
  expect(await readdir(join(root, "shared"))).toEqual([]);
});

test("whoever only looks into a folder makes none", async () => {
  const folder = join(root, "slip");
  await expect(openDiskImages(folder, { isMade: false })).rejects.toMatchObject({ code: "ENOENT" });
  expect(await readdir(root)).not.toContain("slip");
});

test("a folder that can't be made or read is told of by the system's own code", async () => {
  await writeFile(join(root, "a-file"), "");
  await expect(openDiskImages(join(root, "a-file"))).rejects.toMatchObject({ code: "EEXIST" });
  const folder = join(root, "away");
  const store = await openDiskImages(folder);
  await rm(folder, { recursive: true });
  await expect(store.put("a", new Uint8Array([1]))).rejects.toMatchObject({ code: "ENOENT" });
  expect((await readdir(root)).includes("away")).toBe(false);
});
