import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { functionFitsIn60Lines } from "./function-fits-in-60-lines.ts";

test("A function of 61 lines is refused by its name", () => {
  const files = { "packages/a/src/cover.ts": `export const cover = () => {\n${"  go();\n".repeat(59)}};\n` };
  expect(findIn(functionFitsIn60Lines, files)).toEqual([
    "packages/a/src/cover.ts:1: `cover` has 61 lines, and 60 are the most. Mend: Leave the decisions in it and move what they compute to functions beneath. [function-fits-in-60-lines]",
  ]);
});

test("A function of 60 lines fits, and so does a shorter one within a long class", () => {
  const files = { "packages/a/src/cover.ts": `export function cover() {\n${"  go();\n".repeat(58)}}\n` };
  expect(findIn(functionFitsIn60Lines, files)).toEqual([]);
});

test("A group of tests may be long, and a single test may not", () => {
  const files = {
    "packages/a/src/cover.test.ts": `describe("Covering", () => {\n${"  go();\n".repeat(70)}});\n`,
    "packages/a/src/watch.test.ts": `test("A watch sees each change", () => {\n${"  go();\n".repeat(70)}});\n`,
  };
  expect(findIn(functionFitsIn60Lines, files)).toEqual([
    "packages/a/src/watch.test.ts:1: `a function without a name` has 72 lines, and 60 are the most. Mend: Leave the decisions in it and move what they compute to functions beneath. [function-fits-in-60-lines]",
  ]);
});
