import type { Check } from "../check.ts";
import { isTest } from "../house/is-source.ts";
import { testCalls } from "../source/test-calls.ts";

/** A test that is passed over looks just like one that passes. */
export const everyTestRuns: Check = {
  name: "every-test-runs",
  rule: "No test is skipped, singled out or promised for later.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isTest)) {
      for (const { called, line } of testCalls(tree.module(path))) {
        if (!/^[xf]|\.(skip|only|todo|fails)\b/.test(called)) continue;
        yield {
          path,
          line,
          wrong: `\`${called}\` keeps tests from running.`,
          mend: "Let it run and make it pass, or delete it.",
        };
      }
    }
  },
  breach: {
    "packages/planted/src/planted.test.ts":
      'import { expect, test } from "vitest";\n\ntest.skip("One and one are two", () => {\n  expect(1 + 1).toBe(2);\n});\n',
  },
};
