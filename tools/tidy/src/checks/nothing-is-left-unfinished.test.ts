import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { nothingIsLeftUnfinished } from "./nothing-is-left-unfinished.ts";

test("A mark is refused in code, in pages and in settings", () => {
  const files = {
    "packages/a/src/a.ts": "const a = 1;\n// TODO: Say more.",
    "docs/a.md": "# A\n\nTBD",
    "a.yaml": "# FIXME later\na: 1",
  };
  expect(findIn(nothingIsLeftUnfinished, files)).toEqual([
    "a.yaml:1: `FIXME` marks unfinished work. Mend: Finish it, or open an issue and delete the mark. [nothing-is-left-unfinished]",
    "docs/a.md:3: `TBD` marks unfinished work. Mend: Finish it, or open an issue and delete the mark. [nothing-is-left-unfinished]",
    "packages/a/src/a.ts:2: `TODO` marks unfinished work. Mend: Finish it, or open an issue and delete the mark. [nothing-is-left-unfinished]",
  ]);
});

test("A mark in backticks is spoken of, and one in a string is data", () => {
  const files = { "docs/a.md": "No `TODO` is left.", "packages/a/src/a.ts": "const mark = 'TODO';" };
  expect(findIn(nothingIsLeftUnfinished, files)).toEqual([]);
});

test("Data may carry any word", () => {
  const files = { "openapi/examples/a.json": "TODO", "docs/a.png": "TODO" };
  expect(findIn(nothingIsLeftUnfinished, files)).toEqual([]);
});
