import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  type Bundle,
  bundleWorker,
  checkBundle,
  findRuntimeImports,
  weighPackages,
  withoutWords,
} from "./bundle.ts";

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

test("imports allowed Node modules that are required, and reports all other Node imports", async () => {
  const { folder, entry } = await plant(files);
  const { code, runtimeImports } = await bundleWorker({ entry, runtimeModules: ["events", "net"] }, folder);
  expect(code).toContain('from"node:events"');
  expect(code).toContain('from"node:net"');
  expect(runtimeImports).toMatchObject([{ specifier: "node:child_process", chain: ["entry.js"] }]);
});

test("reports every Node import of a Worker that may not use any", async () => {
  const { folder, entry } = await plant(files);
  const { runtimeImports } = await bundleWorker({ entry }, folder);
  expect(runtimeImports.map(({ specifier }) => specifier).sort()).toEqual([
    "events",
    "net",
    "node:child_process",
  ]);
});

const local = (path: string) => ({ path, kind: "import-statement" as const });
const outside = (path: string) => ({ ...local(path), external: true });

test("reports a Node import once, by the shortest path from the entry, with or without its prefix", () => {
  const inputs = {
    "entry.js": { bytes: 1, imports: [local("long.js"), local("short.js")] },
    "long.js": { bytes: 1, imports: [local("longer.js"), local("entry.js")] },
    "longer.js": { bytes: 1, imports: [outside("node:fs")] },
    "short.js": { bytes: 1, imports: [outside("node:fs"), outside("crypto")] },
  };
  expect(findRuntimeImports({ inputs }, "entry.js")).toEqual([
    { specifier: "node:fs", chain: ["entry.js", "short.js"] },
    { specifier: "crypto", chain: ["entry.js", "short.js"] },
  ]);
});

test("does not report modules that Workers provide themselves", () => {
  const inputs = { "entry.js": { bytes: 1, imports: [outside("cloudflare:workers")] } };
  expect(findRuntimeImports({ inputs }, "entry.js")).toEqual([]);
});

const bundle: Bundle = { code: "a".repeat(4_096), compiled: new Map(), runtimeImports: [], weights: [] };

test("weighs a bundle raw and compressed", () => {
  expect(checkBundle(bundle, 1_024)).toEqual({ sizeBytes: 4_096, compressedBytes: 40, faults: [] });
  expect(checkBundle(bundle, 40).faults).toEqual([]);
});

test("counts compiled modules like code", () => {
  const compiled = new Map([["reader.wasm", Buffer.from(bundle.code)]]);
  expect(checkBundle({ ...bundle, compiled }, 1_024)).toMatchObject({
    sizeBytes: 8_192,
    compressedBytes: 80,
  });
  expect(checkBundle({ ...bundle, compiled }, 79).faults).toHaveLength(1);
});

test("rejects a bundle over its budget and names its heaviest packages", () => {
  const weights = [{ name: "zod", sizeBytes: 3_072 }];
  expect(checkBundle({ ...bundle, weights }, 39).faults).toEqual([
    "The bundle weighs 0.0 KiB compressed, and 0.0 KiB were agreed. The heaviest, before they are compressed: zod 3.0 KiB.",
  ]);
});

test("reports the import chain and the fix for a Node import", () => {
  const runtimeImports = [
    { specifier: "node:fs", chain: ["apps/server/entry.js", "packages/market/read.js"] },
  ];
  const { faults } = checkBundle({ ...bundle, runtimeImports }, 1_024);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(
    /imports node:fs, .*\n {4}apps\/server\/entry\.js\n {4}packages\/market\/read\.js\n {4}Mend: take /,
  );
});

test("groups files by package, installed or ours, heaviest first", () => {
  const sizes = {
    "apps/server/dist/answer.js": 10,
    "../packages/market/dist/a.js": 1,
    "../packages/market/dist/b.js": 2,
    "node_modules/.pnpm/zod@4/node_modules/zod/index.js": 30,
    "node_modules/.pnpm/@hono+x@1/node_modules/@hono/x/dist/y.js": 20,
  };
  const inputs = Object.fromEntries(
    Object.entries(sizes).map(([path, size]) => [path, { bytesInOutput: size }]),
  );
  const outputs = { "worker.js": { bytes: 63, inputs, imports: [], exports: [] } };
  expect(weighPackages({ outputs })).toEqual([
    { name: "zod", sizeBytes: 30 },
    { name: "@hono/x", sizeBytes: 20 },
    { name: "apps/server", sizeBytes: 10 },
    { name: "packages/market", sizeBytes: 3 },
  ]);
});

test("leaves out what is said for readers, and nothing else", () => {
  const code = `z.string().openapi({"description":"A \\"word\\", said.","type":"string"}), z.object({ "description": z.string() }).openapi({"type":"object","description":"x"}), { "summary": "s", "x-codeSamples": [{"lang":"Shell","source":"curl"}], "tags": ["a"] }`;
  expect(withoutWords(code)).toBe(
    `z.string().openapi({"type":"string"}), z.object({ "description": z.string() }).openapi({"type":"object"}), { "tags": ["a"] }`,
  );
});
