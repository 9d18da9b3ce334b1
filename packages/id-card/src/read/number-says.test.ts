import { expect, test } from "vitest";
import { doesNumberFit, readWhatNumberSays } from "./mrz/parse-mrz.ts";

test("The fourth digit tells the century and the sex, the next two the year", () => {
  expect(readWhatNumberSays("001204000017")).toEqual({ sex: "Nam", birthYear: 2004, province: "001" });
  expect(readWhatNumberSays("038162000391")).toEqual({ sex: "Nữ", birthYear: 1962, province: "038" });
  expect(readWhatNumberSays("079399012345")).toEqual({ sex: "Nữ", birthYear: 2099, province: "079" });
});

test("A century that is not given out yet tells no year", () => {
  expect(readWhatNumberSays("079499012345")?.birthYear).toBeUndefined();
});

test("Eleven digits, thirteen and a letter are no number", () => {
  expect(readWhatNumberSays("00120400001")).toBeUndefined();
  expect(readWhatNumberSays("0012040000170")).toBeUndefined();
  expect(readWhatNumberSays("00120400001O")).toBeUndefined();
});

test("A number goes with a birth in its year and with its sex", () => {
  expect(doesNumberFit("001204000017", "17/03/2004", "Nam")).toBe(true);
  expect(doesNumberFit("001204000017", "17/03/2004", undefined)).toBe(true);
  expect(doesNumberFit("001204000017", "17/03/2005", "Nam")).toBe(false);
  expect(doesNumberFit("001204000017", "17/03/2004", "Nữ")).toBe(false);
});
