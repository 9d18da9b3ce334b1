import fc from "fast-check";
import { expect, test } from "vitest";
import { checkDigitOf, parseMrz } from "./parse-mrz.ts";

const first = "IDVNM2040000178001204000017<<9";
const second = "0403173M2903172VNM<<<<<<<<<<<8";
const third = "TRAN<<MINH<KHOI<<<<<<<<<<<<<<<";

test("check digits equal those of the examples in ICAO 9303", () => {
  expect(checkDigitOf("D23145890")).toBe("7");
  expect(checkDigitOf("340712")).toBe("7");
  expect(checkDigitOf("950712")).toBe("2");
  expect(checkDigitOf("D231458907<<<<<<<<<<<<<<<34071279507122<<<<<<<<<<<")).toBe("2");
});

test("the number comes from the optional data, and the century of birth from the number", () => {
  expect(parseMrz([first, second, third])).toEqual({
    idNumber: "001204000017",
    dateOfBirth: "17/03/2004",
    sex: "Nam",
    dateOfExpiry: "17/03/2029",
    nationality: "VNM",
    plainName: "TRAN MINH KHOI",
  });
});

test("any single misread digit is detected", () => {
  const places = fc.oneof(
    fc.record({ line: fc.constant(0), at: fc.integer({ min: 5, max: 26 }) }),
    fc.record({
      line: fc.constant(1),
      at: fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 29),
    }),
  );
  fc.assert(
    fc.property(places, fc.integer({ min: 1, max: 9 }), ({ line, at }, added) => {
      const lines: [string, string, string] = [first, second, third];
      const text = lines[line] ?? "";
      const other = String((Number(text[at]) + added) % 10);
      lines[line] = text.slice(0, at) + other + text.slice(at + 1);
      expect(parseMrz(lines)).toBeUndefined();
    }),
  );
});

test("lines of another country, too short or in small letters are not parsed", () => {
  expect(parseMrz([first.replace("VNM", "UTO"), second, third])).toBeUndefined();
  expect(parseMrz([first.slice(1), second, third])).toBeUndefined();
  expect(parseMrz([first, second, third.toLowerCase()])).toBeUndefined();
});

test("fillers as date of expiry mean that there is none", () => {
  expect(parseMrz([first, "0403173M<<<<<<0VNM<<<<<<<<<<<0", third])?.dateOfExpiry).toBe("none");
});
