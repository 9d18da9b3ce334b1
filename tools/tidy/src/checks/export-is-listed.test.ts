import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { exportIsListed } from "./export-is-listed.ts";

test("Passing on everything is refused, also under a name", () => {
  const files = {
    "packages/a/src/index.ts":
      "export * from './a.ts';\nexport * as all from './b.ts';\nexport type * from './c.ts';",
  };
  expect(findIn(exportIsListed, files)).toEqual([
    "packages/a/src/index.ts:1: Everything of `./a.ts` is passed on. Mend: List the names that are meant: `export { name } from …`. [export-is-listed]",
    "packages/a/src/index.ts:2: Everything of `./b.ts` is passed on. Mend: List the names that are meant: `export { name } from …`. [export-is-listed]",
    "packages/a/src/index.ts:3: Everything of `./c.ts` is passed on. Mend: List the names that are meant: `export { name } from …`. [export-is-listed]",
  ]);
});

test("Names that are listed hold", () => {
  const files = { "packages/a/src/index.ts": "export { one, type Two } from './a.ts';" };
  expect(findIn(exportIsListed, files)).toEqual([]);
});
