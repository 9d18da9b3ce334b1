import { expect, test } from "vitest";
import { decodeIdNumber, doesNumberFit } from "./mrz/parse-mrz.ts";

test("the fourth digit of a number encodes century and sex, the next two the year of birth", () => {
  expect(decodeIdNumber("001204000017")).toEqual({ sex: "Nam", birthYear: 2004, province: "001" });
  expect(decodeIdNumber("038162000391")).toEqual({ sex: "Nữ", birthYear: 1962, province: "038" });
  expect(decodeIdNumber("079399012345")).toEqual({ sex: "Nữ", birthYear: 2099, province: "079" });
});

test("a century that is not in use yet gives no year of birth", () => {
  expect(decodeIdNumber("079499012345")?.birthYear).toBeUndefined();
});

test("eleven digits, thirteen digits and a letter are no number", () => {
  expect(decodeIdNumber("00120400001")).toBeUndefined();
  expect(decodeIdNumber("0012040000170")).toBeUndefined();
  expect(decodeIdNumber("00120400001O")).toBeUndefined();
});

test("a number fits a birth in its year and its sex", () => {
  expect(doesNumberFit("001204000017", "17/03/2004", "Nam")).toBe(true);
  expect(doesNumberFit("001204000017", "17/03/2004", undefined)).toBe(true);
  expect(doesNumberFit("001204000017", "17/03/2005", "Nam")).toBe(false);
  expect(doesNumberFit("001204000017", "17/03/2004", "Nữ")).toBe(false);
});
