import { expect, test } from "vitest";
import { findUnits } from "./find-units.ts";
import { makeUnitTrees } from "./make-unit-trees.ts";

const provinces = makeUnitTrees();

function namesIn(place: string): string[] | undefined {
  return findUnits(place.split(" "), provinces, () => false)?.names.map(({ name }) => name);
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
  const found = findUnits(
    "Ấp 4, xã Phú Mỹ, huyện Tân Phước, tỉnh Tiền Giang".split(" "),
    provinces,
    () => false,
  );
  expect(found?.from).toBe(2);
  expect(found?.names.map(({ kind }) => kind)).toEqual(["xã", "huyện", "tỉnh"]);
});

test("Two letters of a ward that were misread leave it doubtful, and a name of another ward is not mended at all", () => {
  const words = "Hxng Thạxh, Tân Phước, Tiền Giang".split(" ");
  expect(findUnits(words, provinces, () => true)?.names).toHaveLength(2);
  const sure = findUnits("Phú Mỹ, Tân Phước, Tiền Giang".split(" "), provinces, () => false);
  const misread = findUnits(words, provinces, () => false);
  expect(misread?.names.at(0)?.name).toBe("Hưng Thạnh");
  expect(misread?.confidence).toBeLessThan((sure?.confidence ?? 0) * 0.85);
});

test("A place whose ward was not made out is cut off", () => {
  expect(findUnits("Tân Phước, Tiền Giang".split(" "), provinces, () => false)?.isCutOff).toBe(true);
});
