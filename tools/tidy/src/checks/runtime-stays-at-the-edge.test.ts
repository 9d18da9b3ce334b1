import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { runtimeStaysAtTheEdge } from "./runtime-stays-at-the-edge.ts";

test("The runtime's modules, environment, bindings, wasm and workers are refused in the middle", () => {
  const files = {
    "packages/margin/src/a.ts":
      "import { join } from 'node:path';\nimport fs from 'fs';\nimport code from './a.wasm';\nprocess.env['A'];\ncontext.env.DB;\nimport.meta.env;\nnew Worker('a');\nWebAssembly.compile(a);\nimport 'cloudflare:workers';",
  };
  expect(findIn(runtimeStaysAtTheEdge, files)).toEqual([
    "packages/margin/src/a.ts:1: `node:path` belongs to a runtime. Mend: Take what it gives as an argument, or move the code to a composition root or an adapter. [runtime-stays-at-the-edge]",
    "packages/margin/src/a.ts:2: `fs` belongs to a runtime. Mend: Take what it gives as an argument, or move the code to a composition root or an adapter. [runtime-stays-at-the-edge]",
    "packages/margin/src/a.ts:3: `./a.wasm` belongs to a runtime. Mend: Take what it gives as an argument, or move the code to a composition root or an adapter. [runtime-stays-at-the-edge]",
    "packages/margin/src/a.ts:9: `cloudflare:workers` belongs to a runtime. Mend: Take what it gives as an argument, or move the code to a composition root or an adapter. [runtime-stays-at-the-edge]",
    "packages/margin/src/a.ts:4: `process` belongs to a runtime. Mend: Take what it gives as an argument, or move the code to a composition root or an adapter. [runtime-stays-at-the-edge]",
    "packages/margin/src/a.ts:6: `import.meta.env` belongs to a runtime. Mend: Take what it gives as an argument, or move the code to a composition root or an adapter. [runtime-stays-at-the-edge]",
    "packages/margin/src/a.ts:7: `Worker` belongs to a runtime. Mend: Take what it gives as an argument, or move the code to a composition root or an adapter. [runtime-stays-at-the-edge]",
    "packages/margin/src/a.ts:8: `WebAssembly` belongs to a runtime. Mend: Take what it gives as an argument, or move the code to a composition root or an adapter. [runtime-stays-at-the-edge]",
    "packages/margin/src/a.ts:5: `.env` belongs to a runtime. Mend: Take what it gives as an argument, or move the code to a composition root or an adapter. [runtime-stays-at-the-edge]",
  ]);
});

test("Composition roots, adapters, the runtime's parts of client and id-card, oms and tools may", () => {
  const files = {
    "apps/server/src/runtimes/node/main.ts": "process.env;",
    "packages/store/src/open.ts": "import 'node:sqlite';",
    "packages/client/src/node/agent.ts": "import 'node:http';",
    "packages/id-card/src/edge/decode.ts": "import code from './a.wasm';",
    "apps/oms/src/oms.ts": "process.argv;",
    "tools/a/src/run.ts": "import 'node:fs';",
    "packages/margin/src/a.test.ts": "import 'node:fs';",
  };
  expect(findIn(runtimeStaysAtTheEdge, files)).toEqual([]);
});

test("A name that is handed in may be called like a part of the runtime", () => {
  const files = {
    "packages/margin/src/a.ts": "export function run(process: { step(): void }) {\n  process.step();\n}",
  };
  expect(findIn(runtimeStaysAtTheEdge, files)).toEqual([]);
});

test("Bindings are refused by themselves, and other members are left alone", () => {
  const files = { "apps/server/src/app.ts": "const a = context.env;\nconst b = context.other;" };
  expect(findIn(runtimeStaysAtTheEdge, files)).toEqual([
    "apps/server/src/app.ts:1: `.env` belongs to a runtime. Mend: Take what it gives as an argument, or move the code to a composition root or an adapter. [runtime-stays-at-the-edge]",
  ]);
});
