import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findSwiftPrograms } from "./bucket.ts";

test("finds the folder that has all programs, and rejects one that lacks some", async () => {
  const folder = await mkdtemp(join(tmpdir(), "swift-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const names = [
    "swift-ring-builder",
    "swift-proxy-server",
    "swift-account-server",
    "swift-container-server",
  ];
  for (const name of names) await writeFile(join(folder, name), "");
  expect(() => findSwiftPrograms({ PATH: folder })).toThrow("apt-get install swift-proxy");
  await writeFile(join(folder, "swift-object-server"), "");
  expect(findSwiftPrograms({ PATH: `/nowhere:${folder}` })).toBe(folder);
});
