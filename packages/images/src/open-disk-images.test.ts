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

test("only the owner can read the folder and its images", async () => {
  const folder = join(root, "made", "for-it");
  const store = await openDiskImages(folder);
  await store.put("a", new Uint8Array([1]));
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, "a"))).mode & 0o777).toBe(0o600);
});

test("refuses a second put under the same name and keeps the first bytes", async () => {
  const store = await openDiskImages(join(root, "once"));
  await store.put("a", new Uint8Array([1]));
  await expect(store.put("a", new Uint8Array([2]))).rejects.toMatchObject({ code: "EEXIST" });
  expect(await store.get("a")).toEqual(new Uint8Array([1]));
});

test("removes a partly written image when the disk is full, and rejects", async () => {
  const folder = join(root, "cramped");
  const program = `
    import { openDiskImages } from ${JSON.stringify(new URL("./open-disk-images.ts", import.meta.url).href)};
    const store = await openDiskImages(${JSON.stringify(folder)}, { freeBytesMin: 0 });
    await store.put("small", new Uint8Array(1_000));
    await store.put("large", new Uint8Array(100_000)).catch(({ code }) => console.log(code));
  `;
  // `ulimit -f` counts blocks of 1,024 bytes. Node ignores SIGXFSZ, so writing fails as on a full disk.
  const args = ["-c", 'ulimit -f 16; exec "$0" --input-type=module --eval "$1"', process.execPath, program];
  const { stdout } = await run("bash", args);
  expect([stdout, await readdir(folder)]).toEqual(["EFBIG\n", ["small"]]);
});

test("refuses an image that would leave too little free space on the file system", async () => {
  const store = await openDiskImages(join(root, "shared"), { freeBytesMin: Number.MAX_SAFE_INTEGER });
  await expect(store.put("a", new Uint8Array([1]))).rejects.toMatchObject({ code: "IMAGES_NO_ROOM" });
  expect(await readdir(join(root, "shared"))).toEqual([]);
});

test("does not create a missing folder with create: false", async () => {
  const folder = join(root, "missing");
  await expect(openDiskImages(folder, { create: false })).rejects.toMatchObject({ code: "ENOENT" });
  expect(await readdir(root)).not.toContain("missing");
});

test("rejects with the system's code when the folder cannot be created or is gone", async () => {
  await writeFile(join(root, "a-file"), "");
  await expect(openDiskImages(join(root, "a-file"))).rejects.toMatchObject({ code: "EEXIST" });
  const folder = join(root, "gone");
  const store = await openDiskImages(folder);
  await rm(folder, { recursive: true });
  await expect(store.put("a", new Uint8Array([1]))).rejects.toMatchObject({ code: "ENOENT" });
  expect((await readdir(root)).includes("gone")).toBe(false);
});
