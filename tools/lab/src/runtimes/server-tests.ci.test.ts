import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ensureRuntime, type RuntimeName, runtimeNames } from "@trading-oms/scratch";
import { expect, test } from "vitest";

const serverFolder = fileURLToPath(new URL("../../../../apps/server", import.meta.url));

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

/** Threads are what Bun can run tests in, and processes what Deno can. */
const wordsOf: Readonly<Record<RuntimeName, readonly string[]>> = {
  bun: ["--bun", vitest, "run", "--pool=threads"],
  deno: ["run", "--allow-all", vitest, "run", "--pool=forks"],
};

/** What a server does with connections, which each runtime has in a way of its own. */
const testFiles = ["listen", "drain", "slow-readers", "broken-off"].map(
  (name) => `src/runtimes/node/${name}.test.ts`,
);

test.each(runtimeNames)("what is tested of connections on Node holds on %s", async (name) => {
  const words = [...wordsOf[name], "--testTimeout=30000", ...testFiles];
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
  const { stdout } = await promisify(execFile)(await ensureRuntime(name), words, { cwd: serverFolder, env });
  expect(stdout).toMatch(/Test Files.* 4 passed/);
});
