import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { roomsAreEnteredByExports } from "./rooms-are-entered-by-exports.ts";

test("A file within another package is refused, also for a type", () => {
  const files = {
    "packages/brokerage/package.json":
      '{ "name": "@trading-oms/brokerage", "exports": { ".": "./dist/index.js", "./ports": "./dist/ports.js" } }',
    "packages/store/src/open.ts": "import type { Store } from '@trading-oms/brokerage/src/ports/store.ts';",
  };
  expect(findIn(roomsAreEnteredByExports, files)).toEqual([
    "packages/store/src/open.ts:1: `@trading-oms/brokerage/src/ports/store.ts` is not among the exports of `@trading-oms/brokerage`. Mend: Import what the package lists, or list it in the `exports` of its package.json. [rooms-are-entered-by-exports]",
  ]);
});

test("What is listed holds, by itself and by a pattern", () => {
  const files = {
    "packages/brokerage/package.json":
      '{ "name": "@trading-oms/brokerage", "exports": { ".": "./dist/index.js", "./ports": "./dist/ports.js", "./flows/*": "./dist/flows/*.js" } }',
    "packages/store/src/open.ts":
      "import type { Store } from '@trading-oms/brokerage/ports';\nimport '@trading-oms/brokerage';\nimport '@trading-oms/brokerage/flows/cover';",
  };
  expect(findIn(roomsAreEnteredByExports, files)).toEqual([]);
});

test("A package that does not exist yet is left to the compiler", () => {
  const files = { "packages/store/src/open.ts": "import '@trading-oms/absent/deep';" };
  expect(findIn(roomsAreEnteredByExports, files)).toEqual([]);
});

test("A package that lists one entry only has no other", () => {
  const files = {
    "packages/types/package.json":
      '{ "name": "@trading-oms/types", "exports": { ".": "./dist/index.js", "./flows/*": "./dist/*.js" } }',
    "packages/client/src/client.ts":
      "import 'zod/v4';\nimport '@trading-oms/types';\nimport '@trading-oms/types/other';",
  };
  expect(findIn(roomsAreEnteredByExports, files)).toEqual([
    "packages/client/src/client.ts:3: `@trading-oms/types/other` is not among the exports of `@trading-oms/types`. Mend: Import what the package lists, or list it in the `exports` of its package.json. [rooms-are-entered-by-exports]",
  ]);
});
