import { expect, test } from "vitest";
import { birthYearOf } from "./mrz/parse-mrz.ts";

test("the fourth digit of a number encodes the century, the next two the year of birth", () => {
  expect(birthYearOf("001204000017")).toBe(2004);
  expect(birthYearOf("038162000391")).toBe(1962);
  expect(birthYearOf("079399012345")).toBe(2099);
});

test("a century that is not in use yet gives no year of birth", () => {
  expect(birthYearOf("079499012345")).toBeUndefined();
});
