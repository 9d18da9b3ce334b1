import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { boundsAndUnitsComeLast } from "./bounds-and-units-come-last.ts";

test("A bound or a unit in front is refused, also in upper case", () => {
  const files = {
    "packages/a/src/limits.ts":
      "const maxPage = 1;\nconst MIN_PAGE = 2;\nfunction wait(msTimeout: number) {}",
  };
  expect(findIn(boundsAndUnitsComeLast, files)).toEqual([
    "packages/a/src/limits.ts:1: `maxPage` begins with `max`. Mend: Begin with the subject and end with `max`. [bounds-and-units-come-last]",
    "packages/a/src/limits.ts:2: `MIN_PAGE` begins with `min`. Mend: Begin with the subject and end with `min`. [bounds-and-units-come-last]",
    "packages/a/src/limits.ts:3: `msTimeout` begins with `ms`. Mend: Begin with the subject and end with `ms`. [bounds-and-units-come-last]",
  ]);
});

test("A bound or a unit at the end holds, and so does one that is the whole name", () => {
  const files = { "packages/a/src/limits.ts": "const pageMax = 1;\nconst timeoutMsMax = 2;\nconst min = 3;" };
  expect(findIn(boundsAndUnitsComeLast, files)).toEqual([]);
});

test("A function may look for the least, and a standard's keyword keeps its name", () => {
  const files = {
    "packages/a/src/limits.ts":
      "function minOf(list: number[]) {}\nfunction words(minLength: number) {}\nconst { maxAge } = settings;",
  };
  expect(findIn(boundsAndUnitsComeLast, files)).toEqual([]);
});
