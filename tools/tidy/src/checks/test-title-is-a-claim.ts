import type { Check } from "../check.ts";
import { isTest } from "../house/is-source.ts";
import { testCalls } from "../source/test-calls.ts";

const wordsMin = 4;

/** A title that is nothing but a column stands in the table. */
const columnAlone = /^[%$]\S+$/;

/** The list of titles is what the product claims, and is read as such. */
export const testTitleIsAClaim: Check = {
  name: "test-title-is-a-claim",
  rule: "The title of a test, read with its groups, is a sentence of at least four words that claims rather than wishes.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isTest)) {
      for (const { called, title, claim = "", line } of testCalls(tree.module(path))) {
        if (title === undefined || columnAlone.test(title) || !/^(test|it)\b/.test(called)) continue;
        const isClaim = claim.trim().split(/\s+/).length >= wordsMin && !/^(should|works?)\b/i.test(title);
        if (isClaim) continue;
        yield {
          path,
          line,
          wrong: `"${title}" claims nothing.`,
          mend: 'Write a sentence that is true of the product, such as "A raise beyond the trading power is refused".',
        };
      }
    }
  },
  breach: {
    "packages/planted/src/planted.test.ts":
      'import { expect, test } from "vitest";\n\ntest("should work", () => {\n  expect(1).toBe(1);\n});\n',
  },
};
