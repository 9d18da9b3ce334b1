import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { roomsAreEnteredByName } from "./rooms-are-entered-by-name.ts";

test("A relative import that leaves its package is refused, also from a test and a tool", () => {
  const files = {
    "packages/store/src/open.test.ts": "import { cover } from '../../brokerage/src/cover.ts';",
    "tools/a/src/run.ts": "import settings from '../../../settings.json';",
  };
  expect(findIn(roomsAreEnteredByName, files)).toEqual([
    "packages/store/src/open.test.ts:1: `../../brokerage/src/cover.ts` leaves packages/store. Mend: Import the other package by its name, after listing it in package.json as `workspace:*`. [rooms-are-entered-by-name]",
    "tools/a/src/run.ts:1: `../../../settings.json` leaves tools/a. Mend: Import the other package by its name, after listing it in package.json as `workspace:*`. [rooms-are-entered-by-name]",
  ]);
});

test("A relative import within the package holds, as far as it goes up", () => {
  const files = {
    "packages/store/src/sqlite/deep/open.ts":
      "import { a } from '../../../package.json';\nimport { b } from './b.ts';",
  };
  expect(findIn(roomsAreEnteredByName, files)).toEqual([]);
});

test("A file outside of all packages may import its neighbours", () => {
  const files = {
    "openapi/check.ts": "import { a } from '../settings.ts';",
    "packages/a/src/a.ts": "import { z } from 'zod';",
  };
  expect(findIn(roomsAreEnteredByName, files)).toEqual([]);
});
