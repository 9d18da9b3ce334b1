import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { packagesKnowNoTool } from "./packages-know-no-tool.ts";

test("A tool is refused in the code of a package", () => {
  const files = {
    "tools/document/package.json": '{ "name": "@trading-oms/document" }',
    "packages/types/src/index.ts": "export { readDocument } from '@trading-oms/document';",
  };
  expect(findIn(packagesKnowNoTool, files)).toEqual([
    "packages/types/src/index.ts:1: A package imports `@trading-oms/document`, which lies in tools/. Mend: Move what both need to a package, or hand it in from outside. [packages-know-no-tool]",
  ]);
});

test("A test of a package may use a tool", () => {
  const files = {
    "tools/document/package.json": '{ "name": "@trading-oms/document" }',
    "packages/types/src/index.test.ts": "import { readDocument } from '@trading-oms/document';",
  };
  expect(findIn(packagesKnowNoTool, files)).toEqual([]);
});
