import { expect, test } from "vitest";
import { spellValue } from "./packets.ts";

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
])("%o is spelled %s", (value, spelled) => {
  expect(spellValue(value)).toBe(spelled);
});
