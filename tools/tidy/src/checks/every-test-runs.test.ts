import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { everyTestRuns } from "./every-test-runs.ts";

test("Skipping, singling out and promising for later are refused", () => {
  const files = {
    "packages/a/src/a.test.ts": "test.skip('a', go);\ndescribe.only('b', go);\nit.todo('c');\nxit('d', go);",
  };
  expect(findIn(everyTestRuns, files)).toEqual([
    "packages/a/src/a.test.ts:1: `test.skip` keeps tests from running. Mend: Let it run and make it pass, or delete it. [every-test-runs]",
    "packages/a/src/a.test.ts:2: `describe.only` keeps tests from running. Mend: Let it run and make it pass, or delete it. [every-test-runs]",
    "packages/a/src/a.test.ts:3: `it.todo` keeps tests from running. Mend: Let it run and make it pass, or delete it. [every-test-runs]",
    "packages/a/src/a.test.ts:4: `xit` keeps tests from running. Mend: Let it run and make it pass, or delete it. [every-test-runs]",
  ]);
});

test("A test for a table of values runs, and so does one that names its condition", () => {
  const files = { "packages/a/src/a.test.ts": "test.each([1])('a', go);\ntest.skipIf(isSlow)('b', go);" };
  expect(findIn(everyTestRuns, files)).toEqual([]);
});
