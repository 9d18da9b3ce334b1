import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { portsAreTypesAlone } from "./ports-are-types-alone.ts";

test("A value, a class and an import that stays are refused among the ports", () => {
  const files = {
    "packages/brokerage/src/ports/store.ts":
      "import { figures } from '../figures.ts';\nexport const statuses = [];\nexport class Failure {}\nexport { one } from './one.ts';",
  };
  expect(findIn(portsAreTypesAlone, files)).toEqual([
    "packages/brokerage/src/ports/store.ts:1: A port holds something that is left at run time. Mend: Write it as `type` or `interface`, import and export with `type`, and move code out of the ports. [ports-are-types-alone]",
    "packages/brokerage/src/ports/store.ts:2: A port holds something that is left at run time. Mend: Write it as `type` or `interface`, import and export with `type`, and move code out of the ports. [ports-are-types-alone]",
    "packages/brokerage/src/ports/store.ts:3: A port holds something that is left at run time. Mend: Write it as `type` or `interface`, import and export with `type`, and move code out of the ports. [ports-are-types-alone]",
    "packages/brokerage/src/ports/store.ts:4: A port holds something that is left at run time. Mend: Write it as `type` or `interface`, import and export with `type`, and move code out of the ports. [ports-are-types-alone]",
  ]);
});

test("Interfaces, types and what is imported for them hold", () => {
  const files = {
    "packages/brokerage/src/ports/index.ts": "export type { Store } from './store.ts';",
    "packages/brokerage/src/ports/store.ts":
      "import type { Change } from './change.ts';\nexport interface Store {}\nexport type Outcome = 'committed';",
  };
  expect(findIn(portsAreTypesAlone, files)).toEqual([]);
});

test("The rest of brokerage may hold code", () => {
  const files = { "packages/brokerage/src/cover.ts": "export const cover = 1;" };
  expect(findIn(portsAreTypesAlone, files)).toEqual([]);
});

test("A star over types holds, and a star over values is refused", () => {
  const files = {
    "packages/brokerage/src/ports/index.ts": "export type * from './a.ts';\nexport * from './b.ts';",
  };
  expect(findIn(portsAreTypesAlone, files)).toEqual([
    "packages/brokerage/src/ports/index.ts:2: A port holds something that is left at run time. Mend: Write it as `type` or `interface`, import and export with `type`, and move code out of the ports. [ports-are-types-alone]",
  ]);
});
