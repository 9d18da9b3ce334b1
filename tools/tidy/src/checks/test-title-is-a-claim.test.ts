import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { testTitleIsAClaim } from "./test-title-is-a-claim.ts";

test("A wish, a short title and one that only names its subject are refused", () => {
  const files = {
    "packages/a/src/a.test.ts":
      "test('should cover the position fully', go);\nit('works for all of them', go);\ntest.each([1])('covers', go);",
  };
  expect(findIn(testTitleIsAClaim, files)).toEqual([
    'packages/a/src/a.test.ts:1: "should cover the position fully" claims nothing. Mend: Write a sentence that is true of the product, such as "A raise beyond the trading power is refused". [test-title-is-a-claim]',
    'packages/a/src/a.test.ts:2: "works for all of them" claims nothing. Mend: Write a sentence that is true of the product, such as "A raise beyond the trading power is refused". [test-title-is-a-claim]',
    'packages/a/src/a.test.ts:3: "covers" claims nothing. Mend: Write a sentence that is true of the product, such as "A raise beyond the trading power is refused". [test-title-is-a-claim]',
  ]);
});

test("A sentence of four words holds, also with a value put into it", () => {
  const files = {
    "packages/a/src/a.test.ts": `test("A raise is refused", go);\ntest(\`A status of \${status} holds\`, go);`,
  };
  expect(findIn(testTitleIsAClaim, files)).toEqual([]);
});

test("A table may hold the sentences itself", () => {
  const files = {
    "packages/a/src/a.test.ts":
      "test.each(claims)('%s', go);\ntest.each(claims)('$claim', go);\ntest.each(claims)('%s holds', go);",
  };
  expect(findIn(testTitleIsAClaim, files)).toEqual([
    'packages/a/src/a.test.ts:3: "%s holds" claims nothing. Mend: Write a sentence that is true of the product, such as "A raise beyond the trading power is refused". [test-title-is-a-claim]',
  ]);
});

test("A title continues the sentence that its groups begin", () => {
  const files = {
    "packages/a/src/a.test.ts":
      "describe('A cover', () => {\n  describe('beyond the power', () => {\n    test('is refused', go);\n  });\n  test('holds', go);\n});",
  };
  expect(findIn(testTitleIsAClaim, files)).toEqual([
    'packages/a/src/a.test.ts:5: "holds" claims nothing. Mend: Write a sentence that is true of the product, such as "A raise beyond the trading power is refused". [test-title-is-a-claim]',
  ]);
});

test("A group may be named after its subject", () => {
  const files = { "packages/a/src/a.test.ts": "describe('Covering', () => {});" };
  expect(findIn(testTitleIsAClaim, files)).toEqual([]);
});
