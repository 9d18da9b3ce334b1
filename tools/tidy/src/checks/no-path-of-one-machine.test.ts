import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { noPathOfOneMachine } from "./no-path-of-one-machine.ts";

/** Put together here, for this file is held to the rule as well. */
const home = ["", "Users", "somebody"].join("/");

test("Somebody's home is refused at its line", () => {
  const files = { "docs/a.md": `One line.\nSee ${home}/notes.` };
  expect(findIn(noPathOfOneMachine, files)).toEqual([
    `docs/a.md:2: \`${home}\` exists on one machine alone. Mend: Write the path relative to the repository, or take it as an argument. [no-path-of-one-machine]`,
  ]);
});

test("The place of the tree itself and the folder around it are refused", () => {
  const files = {
    "docs/a.md": "See /srv/planted/repository/docs.",
    "tools/a/src/run.ts": 'export const run = "/srv/planted/notes";',
  };
  expect(findIn(noPathOfOneMachine, files)).toEqual([
    "docs/a.md:1: `/srv/planted/repository/docs` exists on one machine alone. Mend: Write the path relative to the repository, or take it as an argument. [no-path-of-one-machine]",
    "tools/a/src/run.ts:1: `/srv/planted/notes` exists on one machine alone. Mend: Write the path relative to the repository, or take it as an argument. [no-path-of-one-machine]",
  ]);
});

test("A part of a longer path and an address on the web are left alone", () => {
  const files = {
    "docs/a.md": "See https://example.org/home/page, ./home/page, src/root/a.ts and /srv/other.",
  };
  expect(findIn(noPathOfOneMachine, files)).toEqual([]);
});

test("A picture is not read as text", () => {
  expect(findIn(noPathOfOneMachine, { "docs/a.png": home })).toEqual([]);
});
