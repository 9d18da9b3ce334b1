import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeTogether } from "./write-together.ts";

function plantFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "release-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "first.yaml"), "before");
  return folder;
}

test("writes all files, including new folders, and leaves no temporary files", async () => {
  const folder = plantFolder();
  await writeTogether([
    { path: join(folder, "first.yaml"), text: "after" },
    { path: join(folder, "published/second.yaml"), text: "second" },
  ]);
  expect(readFileSync(join(folder, "first.yaml"), "utf8")).toBe("after");
  expect(readFileSync(join(folder, "published/second.yaml"), "utf8")).toBe("second");
  expect(readdirSync(folder)).toEqual(["first.yaml", "published"]);
});

test("restores the first file if the last one cannot be written", async () => {
  const folder = plantFolder();
  mkdirSync(join(folder, "second.yaml/taken"), { recursive: true });
  const writing = writeTogether([
    { path: join(folder, "first.yaml"), text: "after" },
    { path: join(folder, "new.yaml"), text: "new" },
    { path: join(folder, "second.yaml"), text: "second" },
  ]);
  await expect(writing).rejects.toThrow();
  expect(readFileSync(join(folder, "first.yaml"), "utf8")).toBe("before");
  expect(readdirSync(folder)).toEqual(["first.yaml", "second.yaml"]);
});
