import { expect, test } from "vitest";
import { encodeValue } from "./pipelined-query.ts";

test.each([
  [undefined, null],
  [null, null],
  ["", ""],
  ["NULL", "NULL"],
  [5, "5"],
  [9_007_199_254_740_993n, "9007199254740993"],
  [[], "{}"],
  [[1n, -2n], "{1,-2}"],
  [["a", null, undefined], '{"a",NULL,NULL}'],
  [["NULL", "", " ", "{},"], '{"NULL",""," ","{},"}'],
  [['say "no"', "back\\slash"], '{"say \\"no\\"","back\\\\slash"}'],
])("encodes %o as %s", (value, encoded) => {
  expect(encodeValue(value)).toBe(encoded);
});
