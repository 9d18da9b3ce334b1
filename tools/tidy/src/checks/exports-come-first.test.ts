import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { exportsComeFirst } from "./exports-come-first.ts";

test("A helper above the exported function is refused, as a function and as a constant", () => {
  const files = {
    "packages/a/src/open.ts":
      "function turn() {}\nconst push = () => 1;\nexport function open() {\n  turn();\n}",
  };
  expect(findIn(exportsComeFirst, files)).toEqual([
    "packages/a/src/open.ts:1: `turn` stands above the first exported function. Mend: Move it beneath, as a `function`, which may be called above its place. [exports-come-first]",
    "packages/a/src/open.ts:2: `push` stands above the first exported function. Mend: Move it beneath, as a `function`, which may be called above its place. [exports-come-first]",
  ]);
});

test("Helpers beneath, and constants and types above, are in their places", () => {
  const files = {
    "packages/a/src/open.ts":
      "const turns = 3;\ninterface Key {}\nexport function open() {\n  turn();\n}\nfunction turn() {}\nexport function close() {}",
  };
  expect(findIn(exportsComeFirst, files)).toEqual([]);
});

test("A function that computes a constant on import has to stand above it", () => {
  const files = {
    "packages/a/src/grammar.ts":
      "const one = () => 1;\nexport const grammar = { info: one() };\nexport function read() {}",
  };
  expect(findIn(exportsComeFirst, files)).toEqual([]);
});

test("A name that is exported further down counts as exported", () => {
  const files = { "packages/a/src/open.ts": "function open() {}\nexport { open };" };
  expect(findIn(exportsComeFirst, files)).toEqual([]);
});

test("A function that only other functions call belongs beneath them", () => {
  const files = {
    "packages/a/src/open.ts": "const turn = () => 1;\nexport function open() {\n  return turn();\n}",
  };
  expect(findIn(exportsComeFirst, files)).toEqual([
    "packages/a/src/open.ts:1: `turn` stands above the first exported function. Mend: Move it beneath, as a `function`, which may be called above its place. [exports-come-first]",
  ]);
});

test("A function among other constants of one declaration is seen", () => {
  const files = { "packages/a/src/open.ts": "const turns = 3, turn = () => 1;\nexport function open() {}" };
  expect(findIn(exportsComeFirst, files)).toEqual([
    "packages/a/src/open.ts:1: `turn` stands above the first exported function. Mend: Move it beneath, as a `function`, which may be called above its place. [exports-come-first]",
  ]);
});
