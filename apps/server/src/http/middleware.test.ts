import { expect, test } from "vitest";
import { matchesTag } from "./middleware.ts";

test.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['W/"a"', 'W/"a"', true],
  ['"x", W/"a" ,"y"', 'W/"a"', true],
  ['W/"x","a"', '"a"', true],
  [" * ", 'W/"a"', true],
  [null, '"a"', false],
  ["", '"a"', false],
  ["a", '"a"', false],
  ['"b"', '"a"', false],
  ['"A"', '"a"', false],
  ['"x, *, y"', '"a"', false],
  ['"x","*"', '"a"', false],
])("If-None-Match: %s with the tag %s: %s", (header, etag, matches) => {
  expect(matchesTag(header, etag)).toBe(matches);
});
