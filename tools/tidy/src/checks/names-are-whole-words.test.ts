import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { namesAreWholeWords } from "./names-are-whole-words.ts";

test("Shortened parameters, bindings, functions and types are refused", () => {
  const files = {
    "packages/a/src/answer.ts":
      "export function getMsg(req: Req) {\n  const maxIdx = 1;\n}\ntype Req = string;",
  };
  expect(findIn(namesAreWholeWords, files)).toEqual([
    "packages/a/src/answer.ts:1: `getMsg` is not made of whole words. Mend: Write message. [names-are-whole-words]",
    "packages/a/src/answer.ts:1: `req` is not made of whole words. Mend: Write request. [names-are-whole-words]",
    "packages/a/src/answer.ts:2: `maxIdx` is not made of whole words. Mend: Write index. [names-are-whole-words]",
    "packages/a/src/answer.ts:4: `Req` is not made of whole words. Mend: Write request. [names-are-whole-words]",
  ]);
});

test("A single letter is refused where it is no index, coordinate or comparison", () => {
  const files = {
    "packages/a/src/order.ts":
      "list.map((p) => p.price);\nlist.sort((a, b) => a - b);\nfor (let i = 0; i < 3; i += 1) {}",
  };
  expect(findIn(namesAreWholeWords, files)).toEqual([
    "packages/a/src/order.ts:1: `p` is not made of whole words. Mend: Say what it stands for. [names-are-whole-words]",
  ]);
});

test("Names that somebody else chose may be taken over as they are", () => {
  const files = {
    "packages/a/src/take.ts":
      "const { args, req: request } = parse();\nconst params = url.params;\ncontext.req.header();",
  };
  expect(findIn(namesAreWholeWords, files)).toEqual([]);
});

test("A word that only contains a shortened one is a word of its own", () => {
  const files = {
    "packages/a/src/words.ts": "const resolution = 1;\nconst position = 2;\nconst argumentsByName = 3;",
  };
  expect(findIn(namesAreWholeWords, files)).toEqual([]);
});
