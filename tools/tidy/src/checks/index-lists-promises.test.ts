import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { indexListsPromises } from "./index-lists-promises.ts";

test("An index with a constant, or with an import for later, holds code of its own", () => {
  const files = {
    "packages/a/src/index.ts": "export { one } from './one.ts';\nexport const two = 2;",
    "packages/b/src/index.ts": "import { one } from './one.ts';\nexport { one };",
  };
  expect(findIn(indexListsPromises, files)).toEqual([
    "packages/a/src/index.ts:2: The index holds code of its own. Mend: Move it to a file that its name fits, and pass the name on with `export { name } from …`. [index-lists-promises]",
    "packages/b/src/index.ts:1: The index holds code of its own. Mend: Move it to a file that its name fits, and pass the name on with `export { name } from …`. [index-lists-promises]",
  ]);
});

test("An index that passes on values and types holds, and may say what it is", () => {
  const files = {
    "packages/a/src/index.ts":
      "/** What we promise. */\nexport { one } from './one.ts';\nexport type { Two } from './two.ts';",
  };
  expect(findIn(indexListsPromises, files)).toEqual([]);
});

test("A star is the matter of another check, and a file by another name holds code", () => {
  const files = {
    "packages/a/src/index.ts": "export * from './one.ts';",
    "packages/a/src/one.ts": "export const one = 1;",
    "packages/a/index.ts": "run();",
  };
  expect(findIn(indexListsPromises, files)).toEqual([]);
});
