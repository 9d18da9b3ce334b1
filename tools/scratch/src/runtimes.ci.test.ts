import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { ensureRuntime, installRuntime, pinnedRuntimes, runtimeNames } from "./runtimes.ts";

test.each(runtimeNames)("provides %s in the pinned version", async (name) => {
  const { stdout } = await promisify(execFile)(await ensureRuntime(name, { environment: {} }), ["--version"]);
  expect(stdout).toContain(pinnedRuntimes[name].version);
});

test("rejects a package with another checksum, and leaves no file behind", async () => {
  const folder = await mkdtemp(join(tmpdir(), "runtimes-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const given = {
    name: "@deno/linux-x64-glibc",
    integrity: pinnedRuntimes.bun.packages["linux-x64"]?.integrity ?? "",
  };
  const installing = installRuntime(given, pinnedRuntimes.deno.version, join(folder, "deno"));
  await expect(installing).rejects.toThrow("EINTEGRITY");
  expect(await readdir(folder)).toEqual([]);
});
