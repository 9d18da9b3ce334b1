import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { testExpectsSomething } from "./test-expects-something.ts";

test("A test that expects nothing is refused", () => {
  const files = { "packages/a/src/a.test.ts": "test('One and one are two', () => {\n  add(1, 1);\n});" };
  expect(findIn(testExpectsSomething, files)).toEqual([
    'packages/a/src/a.test.ts:1: "One and one are two" expects nothing. Mend: Say with `expect`, or with `fc.assert`, what must hold. [test-expects-something]',
  ]);
});

test("An expectation holds on the spot, as a property, and in a function of the same file", () => {
  const files = {
    "packages/a/src/a.test.ts":
      "test('a', () => expect(1).toBe(1));\ntest('b', () => fc.assert(property));\ntest('c', () => refuses(1));\ntest('d', refuses);\nfunction refuses(status) {\n  check(status);\n}\nconst check = (status) => expect(status).toBe(400);",
  };
  expect(findIn(testExpectsSomething, files)).toEqual([]);
});

test("A function of the same file that expects nothing does not count", () => {
  const files = { "packages/a/src/a.test.ts": "test('a', () => run());\nfunction run() {}" };
  expect(findIn(testExpectsSomething, files)).toEqual([
    'packages/a/src/a.test.ts:1: "a" expects nothing. Mend: Say with `expect`, or with `fc.assert`, what must hold. [test-expects-something]',
  ]);
});

test("A type test is judged by the compiler", () => {
  const files = { "packages/a/src/a.test-d.ts": "test('a', () => {});" };
  expect(findIn(testExpectsSomething, files)).toEqual([]);
});

test("A test is judged by itself, whatever its neighbours expect", () => {
  const files = {
    "packages/a/src/a.test.ts":
      "test('a', () => expect(1).toBe(1));\ntest('b', () => run(1));\ntest('c', () => expect(1).toBe(1));",
  };
  expect(findIn(testExpectsSomething, files)).toEqual([
    'packages/a/src/a.test.ts:2: "b" expects nothing. Mend: Say with `expect`, or with `fc.assert`, what must hold. [test-expects-something]',
  ]);
});

test("A group, a helper of a test and a promise for later are no tests", () => {
  const files = {
    "packages/a/src/a.test.ts": "describe('a', () => {});\ntest.each(claims);\ntest.todo('b');\nrun('c');",
    "packages/a/src/a.ts": "test('d', () => {});",
  };
  expect(findIn(testExpectsSomething, files)).toEqual([]);
});

test("A function that expects nothing does not count when it is handed over", () => {
  const files = { "packages/a/src/a.test.ts": "test('a', run);\nfunction run() {}" };
  expect(findIn(testExpectsSomething, files)).toEqual([
    'packages/a/src/a.test.ts:1: "a" expects nothing. Mend: Say with `expect`, or with `fc.assert`, what must hold. [test-expects-something]',
  ]);
});
