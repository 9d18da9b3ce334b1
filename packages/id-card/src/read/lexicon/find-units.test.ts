import { expect, test } from "vitest";
import { findUnits } from "./find-units.ts";
import { readWords } from "./lexicon.ts";
import { makeUnitTrees } from "./units.ts";

const { before2025, since2025 } = makeUnitTrees();
const provinces = [...before2025, ...since2025];

function namesIn(place: string, ...others: string[]): string[] | undefined {
  return findUnits(readWords(place, { others }), provinces)?.names.map(({ name }) => name);
}

test("A ward is told from others of its letters by the district that it lies in", () => {
  expect(namesIn("Phước Đinh, Thuận Nam, Ninh Thuận")).toEqual(["Phước Dinh", "Thuận Nam", "Ninh Thuận"]);
  expect(namesIn("Mo Duc, Mo Duc, Quang Ngai")).toEqual(["Mộ Đức", "Mộ Đức", "Quảng Ngãi"]);
});

test("Since July 2025 a ward lies in its province", () => {
  expect(namesIn("phường Hông Bàng, Hải Phòng")).toEqual(["Hồng Bàng", "Hải Phòng"]);
});

test("A round a that was read as an o is an a where a unit has one", () => {
  expect(namesIn("Ngơ Thủy, Ngơ Sơn, Thonh Hóo")).toEqual(["Nga Thủy", "Nga Sơn", "Thanh Hóa"]);
});

test("The second word of Hà Tĩnh does not say that a province follows", () => {
  expect(namesIn("Nam Hà, Hà Tĩnh, Hà Tĩnh")).toEqual(["Nam Hà", "Hà Tĩnh", "Hà Tĩnh"]);
});

test("What a unit is comes before its name as it is said, and a village before it is left alone", () => {
  const found = findUnits(readWords("Ấp 4, xã Phú Mỹ, huyện Tân Phước, tỉnh Tiền Giang"), provinces);
  expect(found?.from).toBe(2);
  expect(found?.names.map(({ kind }) => kind)).toEqual(["xã", "huyện", "tỉnh"]);
});

test("Two letters of a ward that were misread leave it doubtful, and a name of another ward is not mended at all", () => {
  const place = "Hxng Thạxh, Tân Phước, Tiền Giang";
  expect(findUnits(readWords(place, { isNamed: () => true }), provinces)?.names).toHaveLength(2);
  const sure = findUnits(readWords("Phú Mỹ, Tân Phước, Tiền Giang"), provinces);
  const misread = findUnits(readWords(place), provinces);
  expect(misread?.names.at(0)?.name).toBe("Hưng Thạnh");
  expect(misread?.confidence).toBeLessThan((sure?.confidence ?? 0) * 0.85);
});

test("A place whose ward was not made out is cut off", () => {
  expect(findUnits(readWords("Tân Phước, Tiền Giang"), provinces)?.isCutOff).toBe(true);
});

test("What ends with a comma is a village of that name, and not what kind of unit follows", () => {
  const found = findUnits(readWords("Bản Thượng, Chiềng Lề, Sơn La, Sơn La"), provinces);
  expect(found?.from).toBe(2);
  expect(found?.names[0]).toEqual({ name: "Chiềng Lề", kind: undefined });
});

test("An i that ends a syllable may be written y, and stays as it is printed", () => {
  expect(namesIn("Lục Sĩ Thành, Trà Ôn, Vĩnh Long")).toEqual(["Lục Sĩ Thành", "Trà Ôn", "Vĩnh Long"]);
  expect(namesIn("Tam Thanh, Phú Quý, Bình Thuận")).toEqual(["Tam Thanh", "Phú Quý", "Bình Thuận"]);
  expect(namesIn("Tam Thanh, Phú Quí, Bình Thuận")).toEqual(["Tam Thanh", "Phú Quí", "Bình Thuận"]);
});

test("What glare takes from one view of a place another view has", () => {
  const [one, other] = ["Cường huyện Na Rì, Bắc Kạn", "Cường Lợi, huyện Na RŸV BS Kếầ"] as const;
  expect(namesIn(one)).toEqual(["Na Rì", "Bắc Kạn"]);
  expect(namesIn(one, other)).toEqual(["Cường Lợi", "Na Rì", "Bắc Kạn"]);
});

test("In a typeface that is known to be round a name with an o is no other name", () => {
  const confidenceIn = (isRound: boolean) =>
    findUnits(readWords("Hóo An, Biên Hòo, Đồng Nơi", { isRound, isNamed: () => true }), provinces)
      ?.confidence ?? 0;
  expect(confidenceIn(true)).toBeGreaterThan(0.8);
  expect(confidenceIn(false)).toBeLessThan(0.7);
});

test("Where lists have a name with a breve and without, it stays as it is printed", () => {
  const nameOf = (isListed: boolean) =>
    findUnits(readWords("Hà Tam, Đak Pơ, Gia Lai", { isListed: () => isListed }), before2025)?.names[1]?.name;
  expect(nameOf(true)).toBe("Đak Pơ");
  expect(nameOf(false)).toBe("Đăk Pơ");
});
