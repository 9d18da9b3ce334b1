import { expect, test } from "vitest";
import { findLabel, splitByLabels } from "./labels.ts";

test("values follow their labels, on the same line or the next ones", () => {
  const values = splitByLabels([
    "CĂN CƯỚC CÔNG DÂN",
    "Họ và tên / Full name:",
    "TRẦN MINH KHÔI",
    "Ngày sinh / Date of birth: 17/03/2004",
    "Giới tính / Sex: Nam Quốc tịch / Nationality: Việt Nam",
    "Quê quán / Place of origin:",
    "Đặng Xá, Gia Lâm, Hà Nội",
    "Nơi thường trú / Place of residence: Số 12, ngõ 34",
    "Trâu Quỳ, Gia Lâm, Hà Nội",
  ]);
  expect(values.get("fullName")).toBe("TRẦN MINH KHÔI");
  expect(values.get("dateOfBirth")).toBe("17/03/2004");
  expect(values.get("sex")).toBe("Nam");
  expect(values.get("nationality")).toBe("Việt Nam");
  expect(values.get("placeOfOrigin")).toBe("Đặng Xá, Gia Lâm, Hà Nội");
  expect(values.get("placeOfResidence")).toBe("Số 12, ngõ 34 Trâu Quỳ, Gia Lâm, Hà Nội");
});

test("the longer labels of the card of 2024 are found", () => {
  const values = splitByLabels([
    "Họ, chữ đệm và tên khai sinh / Full name",
    "ĐỖ THỊ HẠNH",
    "Ngày, tháng, năm sinh / Date of birth",
    "09/02/1962",
    "Nơi đăng ký khai sinh / Place of birth",
    "Nga Sơn, Thanh Hóa",
    "Ngày, tháng, năm cấp / Date of issue Ngày, tháng, năm hết hạn / Date of expiry",
  ]);
  expect(values.get("fullName")).toBe("ĐỖ THỊ HẠNH");
  expect(values.get("dateOfBirth")).toBe("09/02/1962");
  expect(values.get("placeOfOrigin")).toBe("Nga Sơn, Thanh Hóa");
});

test("a label is found with misread letters, and not in the words of a value", () => {
  expect(findLabel("Que quan / Pl4ce of orlgin: Hà Nội", "Place of origin")).toEqual({
    from: 11,
    to: 26,
    edits: 2,
  });
  expect(findLabel("Ngọc Quán, Hà Nội", "Place of origin")).toBeUndefined();
  expect(findLabel("", "Full name")).toBeUndefined();
});

test("a match within a word is no label: part of Tân, Tây Ninh is similar to Ngày sinh", () => {
  const values = splitByLabels(["Quê quán / Place of origin:", "Thạnh Tân, Tây Ninh, Tây Ninh"]);
  expect(values.get("placeOfOrigin")).toBe("Thạnh Tân, Tây Ninh, Tây Ninh");
});

test("a label with an illegible translation ends at its colon, even if that was read as a stop", () => {
  const values = splitByLabels(["Nơi thường trú / Plsee ofeeskenee. Thôn 4, Túc Duyên,", "Thái Nguyên"]);
  expect(values.get("placeOfResidence")).toBe("Thôn 4, Túc Duyên, Thái Nguyên");
  const withoutStroke = splitByLabels(["Quê quán ƒ Home town;", "Trường Thạnh, Thủ Đức"]);
  expect(withoutStroke.get("placeOfOrigin")).toBe("Trường Thạnh, Thủ Đức");
});

test("a colon that was read as a stroke or an exclamation mark cuts nothing off", () => {
  const residenceIn = (line: string) => splitByLabels([line, "Đắk Lắk"]).get("placeOfResidence");
  expect(residenceIn("Nơi thường trú / Place of residence! Số 19, ngõ 265,")).toContain(
    "Số 19, ngõ 265, Đắk Lắk",
  );
  expect(residenceIn("Nơi thường trú ! Tổ 4, Khu phố 7,")).toContain("Tổ 4, Khu phố 7, Đắk Lắk");
  expect(residenceIn("Nơi thường trú / Place of residence | Ấp 3. Thạnh Phú,")).toContain("Ấp 3. Thạnh Phú");
});

test("a letter next to a label is no part of the value", () => {
  const values = splitByLabels(["Nơi đăng ký khai sinh / Place of birthY", "Cốc Lếu, Lào Cai"]);
  expect(values.get("placeOfOrigin")).toBe("Cốc Lếu, Lào Cai");
});

test("unknown words before the slash of a label are a part of it", () => {
  const values = splitByLabels([
    "Quê quán / Home town: Phước Chỉ, Trảng Bàng, Tây Ninh",
    "3 Nơi ĐKTT / Place of residence: Tổ 9",
  ]);
  expect(values.get("placeOfOrigin")).toBe("Phước Chỉ, Trảng Bàng, Tây Ninh");
  expect(values.get("placeOfResidence")).toBe("Tổ 9");
});

test("Rạch Giá, Tỉnh Kiên Giang is no label of the sex", () => {
  const place = "Phường Vĩnh Thanh, Thành phố Rạch Giá, Tỉnh Kiên Giang";
  expect(splitByLabels(["Quê quán / Place of origin:", place])).toEqual(new Map([["placeOfOrigin", place]]));
});

test("names and places like a label are none", () => {
  const values = splitByLabels([
    "Họ và tên / Full name:",
    "NGUYỄN VĂN NAM",
    "Nơi thường trú / Place of residence: Số 56 Nguyễn Văn Cừ,",
    "Quế Xuân, Quế Sơn, Quảng Nam",
    "Gio Linh, Quảng Trị",
  ]);
  expect(values.get("fullName")).toBe("NGUYỄN VĂN NAM");
  expect(values.get("placeOfResidence")).toBe(
    "Số 56 Nguyễn Văn Cừ, Quế Xuân, Quế Sơn, Quảng Nam Gio Linh, Quảng Trị",
  );
});
