import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ensureRuntime, type RuntimeName, runtimeNames } from "@trading-oms/scratch";
import { expect, test } from "vitest";

const serverFolder = fileURLToPath(new URL("../../../../apps/server", import.meta.url));

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

/** Bun runs Vitest in threads only, Deno in processes only. */
const wordsOf: Readonly<Record<RuntimeName, readonly string[]>> = {
  bun: ["--bun", vitest, "run", "--pool=threads"],
  deno: ["run", "--allow-all", vitest, "run", "--pool=forks"],
};

/** Tests of connection handling, which each runtime implements in its own way. */
const testFiles = ["listen", "drain", "slow-readers", "aborted-requests"].map(
  (name) => `src/runtimes/node/listen/${name}.test.ts`,
);

test.each(runtimeNames)("passes the connection tests of Node on %s", async (name) => {
  const words = [...wordsOf[name], "--testTimeout=30000", ...testFiles];
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
  const { stdout } = await promisify(execFile)(await ensureRuntime(name), words, { cwd: serverFolder, env });
  expect(stdout).toMatch(/Test Files.* 4 passed/);
});
