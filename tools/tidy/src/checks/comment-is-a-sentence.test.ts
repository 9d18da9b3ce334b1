import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { commentIsASentence } from "./comment-is-a-sentence.ts";

test("A comment that begins or ends in the middle is refused", () => {
  const files = {
    "packages/a/src/a.ts": "// the answer.\nconst a = 1; // The answer\n/** Reads a card */\nconst b = 2;",
  };
  expect(findIn(commentIsASentence, files)).toEqual([
    'packages/a/src/a.ts:1: The comment begins in the middle: "the answer.". Mend: Write a whole sentence that says why, put code in backticks, or delete it. [comment-is-a-sentence]',
    'packages/a/src/a.ts:2: The comment has no end: "The answer". Mend: Write a whole sentence that says why, put code in backticks, or delete it. [comment-is-a-sentence]',
    'packages/a/src/a.ts:3: The comment has no end: "Reads a card". Mend: Write a whole sentence that says why, put code in backticks, or delete it. [comment-is-a-sentence]',
  ]);
});

test("Lines that follow each other are one comment", () => {
  const files = { "packages/a/src/a.ts": "// A sentence that is\n// broken over lines.\nconst a = 1;" };
  expect(findIn(commentIsASentence, files)).toEqual([]);
});

test("A comment may begin with code or a name as it is written, and end with a colon", () => {
  const files = {
    "packages/a/src/a.ts":
      "// `a` is one.\n\n// pnpm.yaml is read first:\n\n// 2 µs are measured.\n\n// Đọc thẻ.\nconst a = 1;",
  };
  expect(findIn(commentIsASentence, files)).toEqual([]);
});

test("Examples, lists and tags beneath a sentence need no full stop", () => {
  const files = {
    "packages/a/src/a.ts":
      "/**\n * Opens a store:\n * - on disk\n * - in memory\n *\n * @example\n * openStore()\n */\nexport const a = 1;\n/**\n * Reads it.\n * ```ts\n * read()\n * ```\n */",
  };
  expect(findIn(commentIsASentence, files)).toEqual([]);
});

test("What is said to a machine is not read as a sentence", () => {
  const files = {
    "packages/a/src/a.test-d.ts":
      "// @ts-expect-error because\nconst a: string = 1;\nconst b = /* @__PURE__ */ go();\n/// <reference types='node' />",
  };
  expect(findIn(commentIsASentence, files)).toEqual([]);
});

test("An address may stand alone, and an empty comment says nothing", () => {
  const files = { "packages/a/src/a.ts": "// https://example.org/why\nconst a = 1;\n//\nconst b = 2;" };
  expect(findIn(commentIsASentence, files)).toEqual([]);
});
