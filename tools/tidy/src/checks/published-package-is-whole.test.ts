import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { publishedPackageIsWhole } from "./published-package-is-whole.ts";

test("A published package is refused for each thing that its users would miss", () => {
  const files = { "packages/client/package.json": "{}" };
  expect(findIn(publishedPackageIsWhole, files)).toEqual([
    "packages/client/package.json:1: A published package is without `files`. Mend: Add `files`, or mark the package as private. [published-package-is-whole]",
    "packages/client/package.json:1: A published package is without `sideEffects`. Mend: Add `sideEffects`, or mark the package as private. [published-package-is-whole]",
    "packages/client/package.json:1: A published package is without LICENSE. Mend: Add LICENSE, or mark the package as private. [published-package-is-whole]",
    "packages/client/package.json:1: A published package is without a `*.test-d.ts`. Mend: Add a `*.test-d.ts`, or mark the package as private. [published-package-is-whole]",
  ]);
});

test("A whole package holds, and a private one needs none of it", () => {
  const files = {
    "packages/client/package.json": '{ "files": ["dist"], "sideEffects": false }',
    "packages/client/LICENSE": "MIT",
    "packages/client/src/client.test-d.ts": "",
    "packages/margin/package.json": '{ "private": true }',
  };
  expect(findIn(publishedPackageIsWhole, files)).toEqual([]);
});
