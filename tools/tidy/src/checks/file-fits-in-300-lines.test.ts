import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { fileFitsIn300Lines } from "./file-fits-in-300-lines.ts";

test("A file of 301 lines is refused where it becomes too long", () => {
  const files = { "packages/a/src/long.ts": "let a;\n".repeat(301) };
  expect(findIn(fileFitsIn300Lines, files)).toEqual([
    "packages/a/src/long.ts:301: The file has 301 lines, and 300 are the most. Mend: Move what has a subject of its own to a file named after it. [file-fits-in-300-lines]",
  ]);
});

test("A file of 300 lines fits, with or without a last line break", () => {
  const files = {
    "packages/a/src/long.ts": "let a;\n".repeat(300),
    "packages/a/src/longer.ts": "\n".repeat(299),
  };
  expect(findIn(fileFitsIn300Lines, files)).toEqual([]);
});

test("A document may be as long as it needs to be", () => {
  const files = { "openapi/openapi.yaml": "a: 1\n".repeat(3000) };
  expect(findIn(fileFitsIn300Lines, files)).toEqual([]);
});
