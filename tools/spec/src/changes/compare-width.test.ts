import { expect, test } from "vitest";
import { compareWidth } from "./classify-change.ts";

/** A keyword, its old and new value, and the expected change of width. */
const rows: readonly [keyword: string, before: unknown, after: unknown, width: string][] = [
  ["minimum", 0, 1, "narrower"],
  ["minimum", undefined, -1, "narrower"],
  ["minimum", 1, 0, "wider"],
  ["minimum", "one", 0, "other"],
  ["maximum", 0, 1, "wider"],
  ["maximum", undefined, 1, "narrower"],
  ["maximum", 1, undefined, "wider"],
  ["multipleOf", undefined, 1, "narrower"],
  ["multipleOf", 1, 2, "narrower"],
  ["multipleOf", 2, 1, "wider"],
  ["multipleOf", 2, 3, "other"],
  ["multipleOf", 0.1, 0.3, "other"],
  ["type", "number", "integer", "narrower"],
  ["type", "integer", "number", "wider"],
  ["type", ["integer", "null"], ["null", "number"], "wider"],
  ["type", "string", "number", "other"],
  ["type", undefined, "string", "narrower"],
  ["enum", ["a", 1], [1], "narrower"],
  ["enum", ["1"], [1], "other"],
  ["required", undefined, ["a"], "narrower"],
  ["required", ["a"], ["a", "b"], "narrower"],
  ["required", ["a", "b"], ["b"], "wider"],
  ["required", ["a"], ["b"], "other"],
];

test.each(rows)("%s from %j to %j is %s", (keyword, before, after, width) => {
  expect(compareWidth[keyword]?.(before, after)).toBe(width);
});
