import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { marginKnowsNobody } from "./margin-knows-nobody.ts";

test("Another package, a type of the wire and the runtime are strangers to margin", () => {
  const files = {
    "packages/margin/src/figures.ts":
      "import { z } from 'zod';\nimport type { Account } from '@trading-oms/types';\nimport { sum } from '@trading-oms/market';\nimport 'node:fs';",
  };
  expect(findIn(marginKnowsNobody, files)).toEqual([
    "packages/margin/src/figures.ts:1: `packages/margin/src` does not know `zod`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports nothing but its own files. [margin-knows-nobody]",
    "packages/margin/src/figures.ts:2: `packages/margin/src` does not know `@trading-oms/types`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports nothing but its own files. [margin-knows-nobody]",
    "packages/margin/src/figures.ts:3: `packages/margin/src` does not know `@trading-oms/market`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports nothing but its own files. [margin-knows-nobody]",
    "packages/margin/src/figures.ts:4: `packages/margin/src` does not know `node:fs`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports nothing but its own files. [margin-knows-nobody]",
  ]);
});

test("Margin may use its own files, and its tests may use anything", () => {
  const files = {
    "packages/margin/src/figures.ts": "import { sum } from './sum.ts';",
    "packages/margin/src/figures.test.ts": "import { test } from 'vitest';",
  };
  expect(findIn(marginKnowsNobody, files)).toEqual([]);
});

test("A stranger is seen behind a dynamic import, a re-export, a require and a type as well", () => {
  const files = {
    "packages/margin/src/figures.ts":
      "await import('a');\nexport { b } from 'b';\nimport c = require('c');\nrequire('d');\ntype E = import('e').E;",
  };
  expect(findIn(marginKnowsNobody, files)).toEqual([
    "packages/margin/src/figures.ts:1: `packages/margin/src` does not know `a`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports nothing but its own files. [margin-knows-nobody]",
    "packages/margin/src/figures.ts:2: `packages/margin/src` does not know `b`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports nothing but its own files. [margin-knows-nobody]",
    "packages/margin/src/figures.ts:3: `packages/margin/src` does not know `c`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports nothing but its own files. [margin-knows-nobody]",
    "packages/margin/src/figures.ts:4: `packages/margin/src` does not know `d`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports nothing but its own files. [margin-knows-nobody]",
    "packages/margin/src/figures.ts:5: `packages/margin/src` does not know `e`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports nothing but its own files. [margin-knows-nobody]",
  ]);
});
