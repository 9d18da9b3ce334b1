import { expect, test } from "vitest";
import { findRuntimeImports } from "./find-runtime-imports.ts";

const local = (path: string) => ({ path, kind: "import-statement" as const });
const outside = (path: string) => ({ ...local(path), external: true });

test("An import of Node is told once, by the shortest way from the entry, with or without its prefix", () => {
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

test("What Workers themselves have is no import of Node", () => {
  const inputs = { "entry.js": { bytes: 1, imports: [outside("cloudflare:workers")] } };
  expect(findRuntimeImports({ inputs }, "entry.js")).toEqual([]);
});
