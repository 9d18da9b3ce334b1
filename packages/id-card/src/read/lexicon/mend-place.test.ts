import { expect, test } from "vitest";
import { accentDistance } from "./accent-distance.ts";
import { makeNameLexicons, mendName } from "./mend-name.ts";
import { makePlaceLexicons, mendPlace } from "./mend-place.ts";

const places = makePlaceLexicons();
const names = makeNameLexicons();

test("An accent that was lost is likelier than one that was seen and is not there", () => {
  expect(accentDistance("DANG", "ĐẶNG")).toBeLessThan(accentDistance("ĐẶNG", "DANG"));
  expect(accentDistance("Hà Nội", "Hà Nội")).toBe(0);
  expect(accentDistance("Hà Nội", "Hà Nam")).toBe(Number.POSITIVE_INFINITY);
});

test("Districts and provinces get back the accents that recognition lost", () => {
  expect(mendPlace("Vĩnh Cứu, Đông Nai", [], places).place).toBe("Vĩnh Cửu, Đồng Nai");
  expect(mendPlace("huyện Phong Điên, Cân Thơ", [], places).place).toBe("huyện Phong Điền, Cần Thơ");
  expect(mendPlace("thành phó Sơn La, SơnLa", [], places).place).toBe("thành phố Sơn La, Sơn La");
});

test("What is certain of the residence mends the place of origin", () => {
  const read = "Chiêng Lê, Sơn La";
  expect(mendPlace(read, ["Tổ 5, Chiềng Lề, Sơn La"], places).place).toBe("Chiềng Lề, Sơn La");
});

test("A comma that was lost between two names comes back, and the grain of the card goes", () => {
  expect(mendPlace("s Tây Ninh Tây Ninh 1", [], places).place).toBe("Tây Ninh, Tây Ninh");
  expect(mendPlace("Bà Rịa - VŨng Tàu", [], places).place).toBe("Bà Rịa - Vũng Tàu");
});

test("A name with one letter misread is known by the others", () => {
  expect(mendPlace("Đống Đa, Hồ Nội", [], places).place).toBe("Đống Đa, Hà Nội");
  expect(mendPlace("Phqng Điền, Cần Thơ", [], places).place).toBe("Phong Điền, Cần Thơ");
  expect(mendPlace("Đông Thọ, Bắc Ninh", [], places).place).toBe("Đông Thọ, Bắc Ninh");
});

test("A place that nobody listed stays as it was read, and is less sure", () => {
  const unlisted = mendPlace("Xrơlang, Gia Lai", [], places);
  expect(unlisted.place).toBe("Xrơlang, Gia Lai");
  expect(unlisted.confidence).toBeLessThan(mendPlace("Pleiku, Gia Lai", [], places).confidence);
});

test("A surname is mended by those that are borne, and by the letters of the lines", () => {
  expect(mendName(["DẠNG MINH KHÔI"], undefined, names).name).toBe("ĐẶNG MINH KHÔI");
  expect(mendName(["TRẦN M1NH KHÔI"], "TRAN MINH KHOI", names).name).toBe("TRẦN MINH KHÔI");
  expect(mendName(["TRẦN MINH KHÔI"], "TRAN MINH KHOI", names).name).toBe("TRẦN MINH KHÔI");
});

test("A word that was not read at all is the one that the lines have, where only one name has its letters", () => {
  expect(mendName(["THỊ NGỌC NHÀN"], "PHUNG THI NGOC NHAN", names).name).toBe("PHÙNG THỊ NGỌC NHÀN");
  expect(mendName(["TRẦN MINH KHÔI"], "TRAN MINH", names).name).toBe("TRẦN MINH");
});

test("Two readings of a name that have other accents leave it doubtful, and two alike do not", () => {
  const plain = "PHUNG THI NHAN";
  const torn = mendName(["PHÙNG THỊ NHÀN", "PHÙNG THỊ NHÂN"], plain, names);
  expect(torn.confidence).toBeLessThan(0.6);
  expect(mendName(["PHÙNG THỊ NHÀN", "PHÙNG THỊ NHÀN"], plain, names).confidence).toBeGreaterThan(0.6);
});

test("A listed place is no less sure for being the residence too", () => {
  const read = "Bù Đăng, Đồng Nai";
  const known = mendPlace(read, ["Thôn Rạch Gốc, Bù Đăng, Đồng Nai"], places, false);
  expect(known.confidence).toBe(mendPlace(read, [], places, false).confidence);
});
