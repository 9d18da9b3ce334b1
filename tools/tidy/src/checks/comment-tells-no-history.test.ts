import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { commentTellsNoHistory } from "./comment-tells-no-history.ts";

test("What was once is refused, in a line and in a block", () => {
  const files = {
    "packages/a/src/a.ts":
      "// This was renamed from b.\nconst a = 1;\n/** It used to be two. */\nconst b = 2;\n// The legacy way.",
  };
  expect(findIn(commentTellsNoHistory, files)).toEqual([
    'packages/a/src/a.ts:1: The comment tells history: "This was renamed". Mend: Say what holds and why; what was belongs in the commit message or in docs/decisions. [comment-tells-no-history]',
    'packages/a/src/a.ts:3: The comment tells history: "It used to". Mend: Say what holds and why; what was belongs in the commit message or in docs/decisions. [comment-tells-no-history]',
    'packages/a/src/a.ts:5: The comment tells history: "legacy". Mend: Say what holds and why; what was belongs in the commit message or in docs/decisions. [comment-tells-no-history]',
  ]);
});

test("Words that speak of the domain are left alone", () => {
  const files = {
    "packages/a/src/a.ts":
      "// The key used to sign a token is passed in.\nconst a = 1;\n// A lease whose version no longer holds is dropped.\nconst b = 2;\n// The version that the group was moved to, after a property was removed.",
  };
  expect(findIn(commentTellsNoHistory, files)).toEqual([]);
});

test("A decision record may tell how things came about", () => {
  const files = { "docs/decisions/0001-one-document.md": "Previously there were two." };
  expect(findIn(commentTellsNoHistory, files)).toEqual([]);
});
