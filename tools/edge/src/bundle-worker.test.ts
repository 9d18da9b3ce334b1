import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bundleWorker } from "./bundle-worker.ts";

async function plant(files: Readonly<Record<string, string>>): Promise<{ folder: string; entry: string }> {
  const folder = await mkdtemp(join(tmpdir(), "trading-oms-bundle-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return { folder, entry: join(folder, "entry.js") };
}

const files = {
  "entry.js":
    'import "./driver.cjs"; import { execFile } from "node:child_process"; export default execFile;',
  "driver.cjs":
    'const { once } = require("events"); module.exports = once(new (require("net").Socket)(), "close");',
};

test("what a Worker may have of Node is imported where it was required, and whatever else is found", async () => {
  const { folder, entry } = await plant(files);
  const { code, runtimeImports } = await bundleWorker({ entry, runtimeModules: ["events", "net"] }, folder);
  expect(code).toContain('from"node:events"');
  expect(code).toContain('from"node:net"');
  expect(runtimeImports).toMatchObject([{ specifier: "node:child_process", chain: ["entry.js"] }]);
});

test("a Worker that may have nothing of Node is told of all that it reaches", async () => {
  const { folder, entry } = await plant(files);
  const { runtimeImports } = await bundleWorker({ entry }, folder);
  expect(runtimeImports.map(({ specifier }) => specifier).sort()).toEqual([
    "events",
    "net",
    "node:child_process",
  ]);
});
