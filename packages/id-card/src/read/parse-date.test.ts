import { expect, test } from "vitest";
import { parseDate } from "./dates.ts";

test("a date is parsed with and without slashes", () => {
  expect(parseDate("17/03/2004")).toBe("17/03/2004");
  expect(parseDate("17032004")).toBe("17/03/2004");
});

test("the 29th of February exists in leap years only", () => {
  expect(parseDate("29/02/2024")).toBe("29/02/2024");
  expect(parseDate("29/02/2023")).toBeUndefined();
  expect(parseDate("29/02/2100")).toBeUndefined();
});

test("dates that do not exist, years before 1900 and single digits are rejected", () => {
  for (const text of ["31/04/2000", "00/01/2000", "01/13/2000", "01/00/2000", "01/01/1899", "1/1/2000", ""]) {
    expect(parseDate(text), text).toBeUndefined();
  }
});
