import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { sourceParses } from "./source-parses.ts";

test("A file with broken syntax is refused at the line that is broken", () => {
  const files = { "packages/a/src/cover.ts": "export const cover = 1;\nexport const = 2;\n" };
  expect(findIn(sourceParses, files)).toEqual([
    "packages/a/src/cover.ts:2: The file does not parse: Unexpected token. Mend: Correct the syntax; the compiler points at the same place. [source-parses]",
  ]);
});

test("A file that parses, with Vietnamese text in it, is left alone", () => {
  const files = { "packages/a/src/cover.ts": "export const cover = 'Không thời hạn';\n" };
  expect(findIn(sourceParses, files)).toEqual([]);
});

test("A page of prose is not taken for code", () => {
  const files = { "docs/notes.md": "export const = 2;" };
  expect(findIn(sourceParses, files)).toEqual([]);
});
