import { expect, test } from "vitest";
import { readLexicons } from "../../node/read-lexicons.ts";
import type { FoundPrint } from "../card-tools.ts";
import { makeNameLexicons } from "../lexicon/correct-name.ts";
import { makePlaceLexicons } from "../lexicon/correct-place.ts";
import { confidenceOfTextMin } from "../weigh.ts";
import { claimFields } from "./claim-fields.ts";

const texts = await readLexicons();
const hints = {
  plainName: undefined,
  idNumber: undefined,
  dateOfExpiry: undefined,
  knownPlaces: [],
  names: makeNameLexicons(texts),
  places: makePlaceLexicons(texts),
};

function valuesOf(
  lines: readonly string[],
  fields: Parameters<typeof claimFields>[1],
  kind: "2021" | "2024",
) {
  const claims = claimFields([{ text: lines.join("\n"), confidence: 0.9 }], fields, kind, hints);
  return Object.fromEntries(claims.map(({ field, value }) => [field, value]));
}

test("the fields of a person on a card of 2021 follow their labels, line by line", () => {
  const lines = [
    "Họ và tên / Full name:",
    "TRẦN MINH KHÔI",
    "Ngày sinh / Date of birth: 17/03/2004",
    "Giới tính / Sex: Nam Quốc tịch / Nationality: Việt Nam",
  ];
  expect(valuesOf(lines, ["fullName", "dateOfBirth", "sex", "nationality"], "2021")).toEqual({
    fullName: "TRẦN MINH KHÔI",
    dateOfBirth: "17/03/2004",
    sex: "Nam",
    nationality: "Việt Nam",
  });
});

test("Việt Nam is not read as the sex, and on a card of 2024 values are below a row of labels", () => {
  const lines = [
    "Ngày, tháng, năm sinh / Date of birth: Giới tính / Sex:",
    "09/02/1962 Nữ",
    "Quốc tịch / Nationality:",
    "Việt Nam",
  ];
  expect(valuesOf(lines, ["dateOfBirth", "sex", "nationality"], "2024")).toEqual({
    dateOfBirth: "09/02/1962",
    sex: "Nữ",
    nationality: "Việt Nam",
  });
});

test("a place is found without a legible label, and a line of misread accents is ignored", () => {
  const lines = ["Am đăng hy khai thô / se ơi bnh", ".¬ , 4 ˆ .A `", "Thường Xuân, Thanh Hóa"];
  expect(valuesOf(lines, ["placeOfOrigin"], "2024")).toEqual({ placeOfOrigin: "Thường Xuân, Thanh Hóa" });
});

test("a mark that Vietnamese does not have is no accent", () => {
  const claims = (name: string) =>
    claimFields(
      [{ text: `Họ và tên / Full name:\nHUỲNH VIỆT ${name}`, confidence: 0.9 }],
      ["fullName"],
      "2021",
      hints,
    );
  expect(claims("Ÿ")).toEqual(claims("Y"));
});

test("a line in capitals is no place, and a stop after a house number is noise or a comma", () => {
  expect(valuesOf(["CẨM THỊ HỒNG LỤA"], ["placeOfOrigin"], "2021")).toEqual({});
  for (const [head, place] of [
    ["Số 19, ngõ 265. đường Trường Chinh", "Số 19, ngõ 265 đường Trường Chinh"],
    ["Tổ 13. Khu phố 4", "Tổ 13, Khu phố 4"],
    ["Số 12. Nguyễn Huệ", "Số 12 Nguyễn Huệ"],
    ["Tổ 4., Khu phố 7", "Tổ 4, Khu phố 7"],
  ])
    expect(
      valuesOf([`Nơi thường trú: ${head}, Đắk Liêng, Lắk, Đắk Lắk`], ["placeOfResidence"], "2021"),
    ).toEqual({ placeOfResidence: `${place}, Đắk Liêng, Lắk, Đắk Lắk` });
});

test("of two dates on a card of 2024 the second is the expiry", () => {
  const lines = [
    "Ngày, tháng, năm cấp / Date of issue: 15/08/2024",
    "Ngày, thng, nm hêt hn / Dte of expry: 13/09/2034",
  ];
  expect(valuesOf(lines, ["dateOfIssue", "dateOfExpiry"], "2024")).toEqual({
    dateOfIssue: "15/08/2024",
    dateOfExpiry: "13/09/2034",
  });
});

test("a card may have no expiry, and a number is read across a space", () => {
  expect(valuesOf(["Có giá trị đến: Không thời hạn"], ["dateOfExpiry"], "2021")).toEqual({
    dateOfExpiry: "Không thời hạn",
  });
  expect(valuesOf(["Số / No.: 001204 000017"], ["idNumber"], "2021")).toEqual({ idNumber: "001204000017" });
  expect(valuesOf(["Số / No.: 0012040000"], ["idNumber"], "2021")).toEqual({});
});

test("an authority is recognised by most of its letters", () => {
  const lines = ["CỤC TRƯỞNG CỤC CÁNH SÁT ¬S%", "QUÂN LÝ HÀNH CHÍNH VỀ TRẶT TỰ XÃ HỘI"];
  expect(valuesOf(lines, ["issuedBy"], "2021")).toEqual({
    issuedBy: "CỤC TRƯỞNG CỤC CẢNH SÁT QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI",
  });
});

test("a date of issue is before the expiry of the MRZ, and not later than the kind was issued", () => {
  const claim = (line: string, dateOfExpiry: string | undefined) =>
    claimFields([{ text: line, confidence: 0.9 }], ["dateOfIssue"], "2021", {
      ...hints,
      dateOfExpiry,
    });
  const onlyExpiry = "Date of expiry: 13/02/2037";
  expect(claim(onlyExpiry, "13/02/2037")).toEqual([]);
  expect(claim("Date, month, year: 28/07/2072", "none")).toEqual([]);
  expect(claim("Date, month, year: 28/07/2022", "none")[0]?.value).toBe("28/07/2022");
});

test("a faint number that equals the one of the MRZ is certain", () => {
  const claim = (idNumber: string | undefined) =>
    claimFields([{ text: "Số / No.: 001204005678", confidence: 0.3 }], ["idNumber"], "2021", {
      ...hints,
      idNumber,
    });
  expect(claim("001204005678")[0]?.confidence).toBe(0.9);
  expect(claim("001204005679")[0]?.confidence).toBeLessThan(0.6);
});

test("an authority is certain by most of its letters, and doubtful if two are equally similar", () => {
  const confidenceOf = (text: string) =>
    claimFields([{ text, confidence: 0.5 }], ["issuedBy"], "2021", hints)[0]?.confidence ?? 0;
  expect(confidenceOf("CỤC TRƯỜNG CỤC CÁ»ø! SÁT\nQUÁN LÝ HÀNø CHẾNôH VỆ TRẬT TỰ XÃ HỘI")).toBe(0.95);
  expect(confidenceOf("CỤC TRƯỞNG CỤC CẢNH SÁT")).toBeLessThan(0.6);
});

test("a digit with a stray character next to it has less confidence", () => {
  const claim = (line: string, field: "dateOfIssue" | "placeOfResidence") =>
    claimFields([{ text: line, confidence: 0.9 }], [field], "2021", hints)[0]?.confidence ?? 0;
  expect(claim("Date, month, year: 27/04/2023L", "dateOfIssue")).toBeLessThan(0.78);
  expect(claim("Date, month, year: 27/04/2023", "dateOfIssue")).toBeGreaterThan(0.78);
  const residence = (door: string) => `Place of residence: Xóm ${door} Đông Lương, Đông Hà, Quảng Trị`;
  expect(claim(residence("1 ⁄⁄"), "placeOfResidence")).toBeLessThan(0.7);
  expect(claim(residence("12,"), "placeOfResidence")).toBeGreaterThan(0.78);
});

test("a place is read from two views that each have a part of it", () => {
  const views = ["Xã Cường huyện Na Rì, Bắc Kạn", "Xã Cường Lợi, huyện Na RŸV BS Kếầ"] as const;
  const claim = (latest: string, ...earlier: string[]) => {
    const [last, ...before] = [latest, ...earlier].map((text) => ({ text, confidence: 0.8 }));
    if (last === undefined) return undefined;
    return claimFields([...before, last], ["placeOfOrigin"], "2024", hints)[0];
  };
  expect(claim(views[0])?.confidence).toBeLessThan(0.7);
  expect(claim(...views)?.value).toBe("Xã Cường Lợi, huyện Na Rì, Bắc Kạn");
  expect(claim(...views)?.confidence).toBeGreaterThan(0.7);
});

test("a place that is similar to an authority is still a place", () => {
  const lines = [
    "Nơi cư trú / Place of residence:",
    "Tổ 8, Đức Trọng, Lâm Đồng",
    "Nơi đăng ký khai sinh / Place of birth:",
  ];
  expect(valuesOf([...lines, "Cần Giuộc, Long An"], ["placeOfResidence", "placeOfOrigin"], "2024")).toEqual({
    placeOfResidence: "Tổ 8, Đức Trọng, Lâm Đồng",
    placeOfOrigin: "Cần Giuộc, Long An",
  });
});

test("a name that was read as one word is split as in the MRZ", () => {
  const print = { text: "ĐÀMMỸQUỲNH", confidence: 0.6 };
  const claims = claimFields([print], ["fullName"], "2024", { ...hints, plainName: "DAM MY QUYNH" });
  expect(claims[0]?.value).toBe("ĐÀM MỸ QUỲNH");
});

test("a district without ward is doubtful on a card of 2021, but on one of 2024 it may be a ward", () => {
  const confidenceOn = (kind: "2021" | "2024") =>
    claimFields(
      [{ text: "Place of birth: Tam Điệp, Ninh Bình", confidence: 0.9 }],
      ["placeOfOrigin"],
      kind,
      hints,
    )[0]?.confidence ?? 0;
  expect(confidenceOn("2021")).toBeLessThan(0.7);
  expect(confidenceOn("2024")).toBeGreaterThan(0.7);
});

test("O and Q in a date are read as zeros", () => {
  const lines = ["Ngày, tháng, năm cấp / Date of issue: 1Q/Q2/2O26"];
  expect(valuesOf(lines, ["dateOfIssue"], "2024")).toEqual({ dateOfIssue: "10/02/2026" });
});

test.each(["O1 / 02 / 2026", "O1|02|2026", "O1 02 2026", "01/02 /2O26", "01l02l2O26"])(
  "a date is read from %s",
  (printed) => {
    const lines = [`Ngày, tháng, năm cấp / Date of issue: ${printed}`];
    expect(valuesOf(lines, ["dateOfIssue"], "2024")).toEqual({ dateOfIssue: "01/02/2026" });
  },
);

test("a card of 2024 was issued since July of that year, and one of 2021 before", () => {
  const dayOf = (day: string, kind: "2021" | "2024") =>
    claimFields([{ text: `Date of issue: ${day}`, confidence: 0.9 }], ["dateOfIssue"], kind, hints)[0]?.value;
  expect(dayOf("30/06/2024", "2021")).toBe("30/06/2024");
  expect(dayOf("01/07/2024", "2021")).toBeUndefined();
  expect(dayOf("01/07/2024", "2024")).toBe("01/07/2024");
  expect(dayOf("23/04/2021", "2024")).toBeUndefined();
});

test("of several lines, the most certain place is taken, not the longest", () => {
  const lines = ["Place of origin: Am :", "Sông Bằng, Cao Bằng, Cao Bằng", "NI Ưng L0 Di 011esdenee"];
  expect(valuesOf(lines, ["placeOfOrigin"], "2021")).toEqual({
    placeOfOrigin: "Sông Bằng, Cao Bằng, Cao Bằng",
  });
});

test("neither năm sinh nor a name is read as the sex", () => {
  const lines = ["Ngày, tháng, năm sinh / Date of birth", "09/02/1962", "Giớ tính Nữ"];
  expect(valuesOf(lines, ["sex"], "2024")).toEqual({ sex: "Nữ" });
  expect(valuesOf(["NGUYỄN THỊ NAM", "Giới tímh 7 Sex Nữ Quốc tịch: Việt Nam"], ["sex"], "2021")).toEqual({
    sex: "Nữ",
  });
  expect(valuesOf(["NGUYỄN THỊ NAM", "Nam Nữ"], ["sex"], "2021")).toEqual({});
});

test("a residence needs two views that begin alike, and an origin of listed units one", () => {
  const isCertain = (field: "placeOfOrigin" | "placeOfResidence", ...heads: readonly string[]) => {
    const label = field === "placeOfOrigin" ? "Quê quán" : "Nơi thường trú";
    const readings = heads.map((head) => {
      return { text: `${label}: ${head}Đắk Liêng, Lắk, Đắk Lắk`, confidence: 0.9 };
    }) as [...FoundPrint[], FoundPrint];
    const [claimed] = claimFields(readings, [field], "2021", hints);
    return (claimed?.confidence ?? 0) >= confidenceOfTextMin;
  };
  expect(isCertain("placeOfResidence", "Thôn 11, ")).toBe(false);
  expect(isCertain("placeOfResidence", "Thôn 1, ", "Thôn 11, ")).toBe(false);
  expect(isCertain("placeOfResidence", "Thôn 11, ", "Thôn 11, ")).toBe(true);
  expect(isCertain("placeOfResidence", "", "Thôn 11, ")).toBe(false);
  expect(isCertain("placeOfOrigin", "")).toBe(true);
});
