import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ensureRuntime, pinnedRuntimes } from "./runtimes.ts";

const machine = "linux-x64";

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "runtimes-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test("uses a named program, which must exist", async () => {
  expect(await ensureRuntime("bun", { environment: { BUN_PATH: process.execPath } })).toBe(process.execPath);
  await expect(ensureRuntime("deno", { environment: { DENO_PATH: "/nowhere/deno" } })).rejects.toThrow(
    "DENO_PATH is /nowhere/deno, where there is no program.",
  );
});

test("installs the pinned version once and reuses it", async () => {
  const folder = await makeFolder();
  const installed: string[] = [];
  const { version, program } = pinnedRuntimes.bun;
  const install = async ({ name }: { name: string }, wanted: string, into: string): Promise<void> => {
    installed.push(`${name} ${wanted}`);
    const path = join(into, "node_modules", name, program);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, "");
  };
  const first = await ensureRuntime("bun", { environment: {}, machine, folder, install });
  const second = await ensureRuntime("bun", { environment: {}, machine, folder, install });
  expect(first).toBe(join(folder, `bun-${version}`, "node_modules/@oven/bun-linux-x64/bin/bun"));
  expect(second).toBe(first);
  expect(installed).toEqual([`@oven/bun-linux-x64 ${version}`]);
});

test("explains what to do if no version is pinned for a machine or the installation fails", async () => {
  const folder = await makeFolder();
  await expect(ensureRuntime("deno", { environment: {}, machine: "plan9-mips", folder })).rejects.toThrow(
    "name it by DENO_PATH",
  );
  const install = () => Promise.reject(new Error("the registry is away"));
  await expect(ensureRuntime("deno", { environment: {}, machine, folder, install })).rejects.toThrow(
    /can't be installed\. Name a program that is there by DENO_PATH\.\nthe registry is away/,
  );
  const installNothing = () => Promise.resolve();
  await expect(
    ensureRuntime("deno", { environment: {}, machine, folder, install: installNothing }),
  ).rejects.toThrow("and yet there is no");
});
