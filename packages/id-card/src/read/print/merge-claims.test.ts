import { expect, test } from "vitest";
import { readLexicons } from "../../node/read-lexicons.ts";
import { correctPlace, makePlaceLexicons } from "../lexicon/correct-place.ts";
import { weighClaims } from "../weigh.ts";
import { mergeClaims } from "./read-print.ts";

const claim = { field: "fullName", value: "THÂN YẾN HUẾ", source: "print", confidence: 0.6 } as const;

test("two equal readings have more confidence than either", () => {
  expect(mergeClaims(claim, { ...claim, confidence: 0.7 }).confidence).toBeCloseTo(0.805, 6);
});

test("of two readings with the same letters the one with more accents is taken", () => {
  const fewer = { ...claim, value: "THÂN YÊN HUẾ", confidence: 0.65 };
  expect(mergeClaims(claim, fewer).value).toBe("THÂN YẾN HUẾ");
  expect(mergeClaims(fewer, claim).value).toBe("THÂN YẾN HUẾ");
});

test("two readings with the same letters and other accents are less certain than either", () => {
  const placeOf = (value: string, confidence: number) =>
    ({ ...claim, field: "placeOfOrigin", value, confidence }) as const;
  const merged = mergeClaims(placeOf("Hoà Kiến", 0.95), placeOf("Hòa Kiến", 0.92));
  expect(merged.value).toBe("Hoà Kiến");
  expect(merged.confidence).toBeLessThan(0.8);
});

test("a day of which two views read different ones is doubtful", () => {
  const day = { field: "dateOfIssue", value: "25/06/2026", source: "print", confidence: 0.9 } as const;
  expect(weighClaims([mergeClaims(day, { ...day, value: "28/06/2026" })]).doubtful).toEqual(["dateOfIssue"]);
  expect(weighClaims([mergeClaims(day, day)]).doubtful).toEqual([]);
});

test("of two readings with different letters the one with more confidence is kept unchanged", () => {
  const other = { ...claim, value: "THÂN YẾN HẾ", confidence: 0.3 };
  expect(mergeClaims(other, claim)).toEqual(claim);
});

const places = makePlaceLexicons(await readLexicons());

function claimResidence(printed: string) {
  const { place, confidence } = correctPlace(printed, [], places);
  return { field: "placeOfResidence", value: place, source: "print", confidence } as const;
}

test("a residence without a listed ward is doubtful after one reading", () => {
  const once = claimResidence("Thôn Rạch Gốc, Thủ Dầu Một, Bình Dương");
  expect(weighClaims([once]).doubtful).toEqual(["placeOfResidence"]);
});

test("a residence without a listed ward is doubtful, even if two readings are equal", () => {
  const one = claimResidence("Thôn Rạch Gốc, Thủ Dầu Một, Bình Dương");
  const other = claimResidence("Thôn Rạch Cốc, Thủ Dầu Một, Bình Dương");
  expect(other.value).not.toBe(one.value);
  expect(weighClaims([mergeClaims(one, other)]).doubtful).toEqual(["placeOfResidence"]);
  expect(weighClaims([mergeClaims(one, one)]).doubtful).toEqual(["placeOfResidence"]);
  expect(mergeClaims(one, one).confidence).toBeGreaterThan(one.confidence);
});

test("a date that two views read differently is doubtful", () => {
  const day = (value: string) =>
    ({ field: "dateOfBirth", source: "print", confidence: 0.95, value }) as const;
  const doubtfulOf = (one: string, two: string) => weighClaims([mergeClaims(day(one), day(two))]).doubtful;
  expect(doubtfulOf("17/04/2001", "11/04/2001")).toEqual(["dateOfBirth"]);
  expect(doubtfulOf("17/04/2001", "17/04/2001")).toEqual([]);
});
