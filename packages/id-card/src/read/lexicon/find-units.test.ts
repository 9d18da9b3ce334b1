import { expect, test } from "vitest";
import { readLexicons } from "../../node/read-lexicons.ts";
import { findUnits } from "./find-units.ts";
import { readWords } from "./lexicon.ts";
import { makeUnitTrees } from "./units.ts";

const { before2025, since2025 } = makeUnitTrees(await readLexicons());
const provinces = [...before2025, ...since2025];

function namesIn(place: string, ...others: string[]): string[] | undefined {
  return findUnits(readWords(place, { others }), provinces)?.names.map(({ name }) => name);
}

test("the district decides between wards that differ in accents only", () => {
  expect(namesIn("Phước Đinh, Thuận Nam, Ninh Thuận")).toEqual(["Phước Dinh", "Thuận Nam", "Ninh Thuận"]);
  expect(namesIn("Mo Duc, Mo Duc, Quang Ngai")).toEqual(["Mộ Đức", "Mộ Đức", "Quảng Ngãi"]);
});

test("since July 2025 a ward is directly in its province", () => {
  expect(namesIn("phường Hông Bàng, Hải Phòng")).toEqual(["Hồng Bàng", "Hải Phòng"]);
});

test("an a that was read as an o is an a if a unit has one there", () => {
  expect(namesIn("Ngơ Thủy, Ngơ Sơn, Thonh Hóo")).toEqual(["Nga Thủy", "Nga Sơn", "Thanh Hóa"]);
});

test("the second word of Hà Tĩnh is not taken for tỉnh, province", () => {
  expect(namesIn("Nam Hà, Hà Tĩnh, Hà Tĩnh")).toEqual(["Nam Hà", "Hà Tĩnh", "Hà Tĩnh"]);
});

test("the kind of a unit before its name is kept, and a village before the units is no part of them", () => {
  const found = findUnits(readWords("Ấp 4, xã Phú Mỹ, huyện Tân Phước, tỉnh Tiền Giang"), provinces);
  expect(found?.from).toBe(2);
  expect(found?.names.map(({ kind }) => kind)).toEqual(["xã", "huyện", "tỉnh"]);
});

test("a ward with two misread letters is doubtful, and the name of another ward is not corrected", () => {
  const place = "Hxng Thạxh, Tân Phước, Tiền Giang";
  expect(findUnits(readWords(place, { isNamed: () => true }), provinces)?.names).toHaveLength(2);
  const sure = findUnits(readWords("Phú Mỹ, Tân Phước, Tiền Giang"), provinces);
  const misread = findUnits(readWords(place), provinces);
  expect(misread?.names.at(0)?.name).toBe("Hưng Thạnh");
  expect(misread?.confidence).toBeLessThan((sure?.confidence ?? 0) * 0.85);
});

test("a place without a known ward is reported", () => {
  expect(findUnits(readWords("Tân Phước, Tiền Giang"), provinces)?.isWardMissing).toBe(true);
});

test("an lc read for a k costs as much as one o read for an a, wherever it is in the name", () => {
  const scoreOf = (district: string) =>
    findUnits(readWords(`${district}, Đắk Nông`), before2025)?.score ?? Number.NaN;
  expect(namesIn("Đalc Mil, Đắk Nông")).toEqual(["Đắk Mil", "Đắk Nông"]);
  expect(scoreOf("Đalc Mil")).toBeCloseTo(scoreOf("Đok Mil"));
  expect(scoreOf("Đolc Mil")).toBeLessThan(scoreOf("Đalc Mil"));
});

test("a word with a comma after it is no kind of unit", () => {
  const found = findUnits(readWords("Bản Thượng, Chiềng Lề, Sơn La, Sơn La"), provinces);
  expect(found?.from).toBe(2);
  expect(found?.names[0]).toEqual({ name: "Chiềng Lề", kind: undefined });
});

test("an i or y at the end of a syllable stays as it is printed", () => {
  expect(namesIn("Lục Sĩ Thành, Trà Ôn, Vĩnh Long")).toEqual(["Lục Sĩ Thành", "Trà Ôn", "Vĩnh Long"]);
  expect(namesIn("Tam Thanh, Phú Quý, Bình Thuận")).toEqual(["Tam Thanh", "Phú Quý", "Bình Thuận"]);
  expect(namesIn("Tam Thanh, Phú Quí, Bình Thuận")).toEqual(["Tam Thanh", "Phú Quí", "Bình Thuận"]);
});

test("words that glare hides in one view are taken from another", () => {
  const [one, other] = ["Cường huyện Na Rì, Bắc Kạn", "Cường Lợi, huyện Na RŸV BS Kếầ"] as const;
  expect(namesIn(one)).toEqual(["Na Rì", "Bắc Kạn"]);
  expect(namesIn(one, other)).toEqual(["Cường Lợi", "Na Rì", "Bắc Kạn"]);
});

test("in a typeface with a round a, reading o for a hardly lowers the confidence", () => {
  const confidenceIn = (hasRoundA: boolean) =>
    findUnits(readWords("Hóo An, Biên Hòo, Đồng Nơi", { hasRoundA, isNamed: () => true }), provinces)
      ?.confidence ?? 0;
  expect(confidenceIn(true)).toBeGreaterThan(0.8);
  expect(confidenceIn(false)).toBeLessThan(0.7);
});

test("a name that is listed with and without a breve stays as it is printed", () => {
  const nameOf = (isListed: boolean) =>
    findUnits(readWords("Hà Tam, Đak Pơ, Gia Lai", { isListed: () => isListed }), before2025)?.names[1]?.name;
  expect(nameOf(true)).toBe("Đak Pơ");
  expect(nameOf(false)).toBe("Đăk Pơ");
});

test("spaces around a hyphen and capitals of a kind stay as they are printed", () => {
  for (const place of [
    "Đài Sơn, Phan Rang-Tháp Chàm, Ninh Thuận",
    "Đài Sơn, Phan Rang - Tháp Chàm, Ninh Thuận",
  ])
    expect(namesIn(place)?.join(", ")).toBe(place);
  const kindOf = (place: string) => findUnits(readWords(place), before2025)?.names[0]?.kind;
  expect(kindOf("Thị Trân Ngã Sáu, Châu Thành, Hậu Giang")).toBe("Thị Trấn");
  expect(kindOf("Thị trấn Ngã Sáu, Châu Thành, Hậu Giang")).toBe("Thị trấn");
  expect(kindOf("thị Xã Bến Cát, Bình Dương")).toBe("thị xã");
});

test("a tone that may stand on either vowel is doubtful unless the listed one was read", () => {
  const confidenceOf = (ward: string) =>
    findUnits(readWords(`Thanh Sơn, Kiến ${ward}, Hải Phòng`), before2025)?.confidence ?? 0;
  expect(confidenceOf("Thuy")).toBeLessThan(0.9);
  expect(confidenceOf("Thụy")).toBeGreaterThan(0.95);
  // The list has Thụy.
  expect(confidenceOf("Thuỵ")).toBeLessThan(0.9);
});

test("some stray letters after the province are left out", () => {
  expect(namesIn("Tân Lợi, Buôn Ma Thuột, Đắk Lắk TT TT A")).toEqual(["Tân Lợi", "Buôn Ma Thuột", "Đắk Lắk"]);
});
