import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { pathNamesASubject } from "./path-names-a-subject.ts";

test("A category is refused as a file and as a folder", () => {
  const files = {
    "packages/a/src/utils.ts": "",
    "packages/a/src/shared/round.ts": "",
    "tools/a/src/date-helpers.ts": "",
  };
  expect(findIn(pathNamesASubject, files)).toEqual([
    "packages/a/src/shared/round.ts:1: `shared` names a category and not a subject. Mend: Name it after what it does or holds, and split it if that is several things. [path-names-a-subject]",
    "packages/a/src/utils.ts:1: `utils` names a category and not a subject. Mend: Name it after what it does or holds, and split it if that is several things. [path-names-a-subject]",
    "tools/a/src/date-helpers.ts:1: `helpers` names a category and not a subject. Mend: Name it after what it does or holds, and split it if that is several things. [path-names-a-subject]",
  ]);
});

test("A subject that has such a word in it is left alone", () => {
  const files = {
    "packages/market/src/common-stock.ts": "",
    "packages/a/src/library.ts": "",
    "packages/types/index.ts": "",
  };
  expect(findIn(pathNamesASubject, files)).toEqual([]);
});
