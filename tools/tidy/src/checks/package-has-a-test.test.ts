import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { packageHasATest } from "./package-has-a-test.ts";

test("A package with code and without a test is refused", () => {
  const files = { "packages/a/package.json": "{}", "packages/a/src/open.ts": "" };
  expect(findIn(packageHasATest, files)).toEqual([
    "packages/a/package.json:1: The package has code and no test. Mend: Write a test beside the code that claims what the package is for. [package-has-a-test]",
  ]);
});

test("A type test is a test, and a package without code needs none", () => {
  const files = {
    "packages/a/package.json": "{}",
    "packages/a/src/open.ts": "",
    "packages/a/src/open.test-d.ts": "",
    "packages/b/package.json": "{}",
  };
  expect(findIn(packageHasATest, files)).toEqual([]);
});

test("A script beside the code is no code of the product", () => {
  const files = {
    "packages/a/package.json": "{}",
    "packages/a/vitest.config.ts": "",
    "packages/a/src/schema.sql": "",
  };
  expect(findIn(packageHasATest, files)).toEqual([]);
});
