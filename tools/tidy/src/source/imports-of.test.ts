import { expect, test } from "vitest";
import { importsOf } from "./imports-of.ts";
import { parseModule } from "./parse-module.ts";

function read(text: string): [string, boolean, number][] {
  return importsOf(parseModule("a.ts", text)).map((each) => [each.specifier, each.isTypeOnly, each.line]);
}

test("Every way to name another module is seen, with its line", () => {
  expect(
    read(
      "import a from 'a';\nexport { b } from 'b';\nexport * from 'c';\nimport d = require('d');\nrequire('e');\nawait import('f');",
    ),
  ).toEqual([
    ["a", false, 1],
    ["b", false, 2],
    ["c", false, 3],
    ["d", false, 4],
    ["e", false, 5],
    ["f", false, 6],
  ]);
});

test("Only an import that vanishes as a whole is for types alone", () => {
  expect(
    read(
      "import type { A } from 'a';\nexport type { B } from 'b';\ntype C = import('c').C;\nimport { type D } from 'd';",
    ),
  ).toEqual([
    ["a", true, 1],
    ["b", true, 2],
    ["c", true, 3],
    ["d", false, 4],
  ]);
});

test("A specifier that is computed cannot be read, and is passed over", () => {
  expect(read("await import(name);\nrequire(name);\nexport const a = 1;")).toEqual([]);
});
