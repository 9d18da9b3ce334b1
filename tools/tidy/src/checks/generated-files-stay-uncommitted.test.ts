import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { generatedFilesStayUncommitted } from "./generated-files-stay-uncommitted.ts";

test("A generated file in the tree is refused, whatever its ending", () => {
  const files = { "packages/types/src/types.gen.ts": "", "packages/types/src/types.gen.d.ts": "" };
  expect(findIn(generatedFilesStayUncommitted, files)).toEqual([
    "packages/types/src/types.gen.d.ts:1: A generated file is committed, or would be by the next `git add`. Mend: Run `git rm --cached` on it, and keep `*.gen.ts` in .gitignore. [generated-files-stay-uncommitted]",
    "packages/types/src/types.gen.ts:1: A generated file is committed, or would be by the next `git add`. Mend: Run `git rm --cached` on it, and keep `*.gen.ts` in .gitignore. [generated-files-stay-uncommitted]",
  ]);
});

test("A file about generating is not a generated one", () => {
  const files = { "tools/generate/src/generate.ts": "", "tools/generate/src/gen.ts": "" };
  expect(findIn(generatedFilesStayUncommitted, files)).toEqual([]);
});
