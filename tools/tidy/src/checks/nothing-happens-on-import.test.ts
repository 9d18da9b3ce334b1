import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { nothingHappensOnImport } from "./nothing-happens-on-import.ts";

test("A call, a top-level await and an import for its effects are refused", () => {
  const files = {
    "packages/a/src/registry.ts":
      "import 'polyfill';\nexport const registry = await load();\nregistry.add(1);\nif (registry) start();",
  };
  expect(findIn(nothingHappensOnImport, files)).toEqual([
    "packages/a/src/registry.ts:1: Something happens as soon as this module is imported. Mend: Put it in a function that the composition root calls. [nothing-happens-on-import]",
    "packages/a/src/registry.ts:3: Something happens as soon as this module is imported. Mend: Put it in a function that the composition root calls. [nothing-happens-on-import]",
    "packages/a/src/registry.ts:4: Something happens as soon as this module is imported. Mend: Put it in a function that the composition root calls. [nothing-happens-on-import]",
    "packages/a/src/registry.ts:2: Something happens as soon as this module is imported. Mend: Put it in a function that the composition root calls. [nothing-happens-on-import]",
  ]);
});

test("Declarations hold, also those that compute their value and wait within a function", () => {
  const files = {
    "packages/a/src/registry.ts":
      "import type {} from 'a';\nexport const schema = z.object({});\nexport async function load() {\n  await read();\n}",
  };
  expect(findIn(nothingHappensOnImport, files)).toEqual([]);
});

test("A worker, a composition root and a tool are run and may do something", () => {
  const files = {
    "packages/store/src/write.worker.ts": "listen();",
    "apps/server/src/runtimes/node/main.ts": "serve();",
    "tools/a/src/tidy.ts": "main();",
  };
  expect(findIn(nothingHappensOnImport, files)).toEqual([]);
});
