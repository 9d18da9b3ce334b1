import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { marketKnowsNobody } from "./market-knows-nobody.ts";

test("A type of the wire and a package of others are strangers to market", () => {
  const files = {
    "packages/market/src/search.ts":
      "import type { SymbolEntry } from '@trading-oms/types';\nimport { index } from 'flexsearch';",
  };
  expect(findIn(marketKnowsNobody, files)).toEqual([
    "packages/market/src/search.ts:1: `packages/market/src` does not know `@trading-oms/types`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports nothing but its own files. [market-knows-nobody]",
    "packages/market/src/search.ts:2: `packages/market/src` does not know `flexsearch`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports nothing but its own files. [market-knows-nobody]",
  ]);
});

test("Market may use its own files, and its tests may use anything", () => {
  const files = {
    "packages/market/src/search.ts": "import { fold } from './fold.ts';",
    "packages/market/src/search.test.ts": "import fc from 'fast-check';",
  };
  expect(findIn(marketKnowsNobody, files)).toEqual([]);
});
