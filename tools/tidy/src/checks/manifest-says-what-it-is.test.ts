import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { manifestSaysWhatItIs } from "./manifest-says-what-it-is.ts";

test("A package that says nothing of itself is refused for each thing that is missing", () => {
  const files = { "packages/a/package.json": "{}" };
  expect(findIn(manifestSaysWhatItIs, files)).toEqual([
    "packages/a/package.json:1: The package has no `description`. Mend: Add `description`. [manifest-says-what-it-is]",
    "packages/a/package.json:1: The package has no `license`. Mend: Add `license`. [manifest-says-what-it-is]",
    'packages/a/package.json:1: The package has no `"type": "module"`. Mend: Add `"type": "module"`. [manifest-says-what-it-is]',
    "packages/a/package.json:1: The package has no `exports`. Mend: Add `exports`. [manifest-says-what-it-is]",
    "packages/a/package.json:1: The package has no README.md. Mend: Add README.md. [manifest-says-what-it-is]",
  ]);
});

test("A tool that nobody imports needs no exports", () => {
  const files = {
    "tools/a/package.json": '{ "description": "Cuts.", "license": "MIT", "type": "module" }',
    "tools/a/README.md": "# A",
  };
  expect(findIn(manifestSaysWhatItIs, files)).toEqual([]);
});

test("A manifest below a package's own folder is no workspace package", () => {
  const files = { "packages/a/fixtures/package.json": "{}" };
  expect(findIn(manifestSaysWhatItIs, files)).toEqual([]);
});
