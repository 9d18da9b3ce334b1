import { expect, test } from "vitest";
import { makeNameLexicons } from "../lexicon/mend-name.ts";
import { makePlaceLexicons } from "../lexicon/mend-place.ts";
import { claimFields } from "./claim-fields.ts";

const hints = {
  plainName: undefined,
  idNumber: undefined,
  dateOfExpiry: undefined,
  knownPlaces: [],
  names: makeNameLexicons(),
  places: makePlaceLexicons(),
};

function valuesOf(
  lines: readonly string[],
  fields: Parameters<typeof claimFields>[1],
  kind: "2021" | "2024",
) {
  const claims = claimFields(
    [{ text: lines.join("\n"), confidence: 0.9 }],
    fields,
    kind,
    fields.length === 1,
    hints,
  );
  return Object.fromEntries(claims.map(({ field, value }) => [field, value]));
}

test("The person of a card of 2021 stands behind labels, line by line", () => {
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

test("Việt Nam says nothing of the sex, and on a card of 2024 values stand below a row of labels", () => {
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

test("A place is found where its label was not made out, and accents that became a line are left out", () => {
  const lines = ["Am đăng hy khai thô / se ơi bnh", ".¬ , 4 ˆ .A `", "Thường Xuân, Thanh Hóa"];
  expect(valuesOf(lines, ["placeOfOrigin"], "2024")).toEqual({ placeOfOrigin: "Thường Xuân, Thanh Hóa" });
});

test("Of two days on a card of 2024 the second is the expiry", () => {
  const lines = [
    "Ngày, tháng, năm cấp / Date of issue: 15/08/2024",
    "Ngày, thng, nm hêt hn / Dte of expry: 13/09/2034",
  ];
  expect(valuesOf(lines, ["dateOfIssue", "dateOfExpiry"], "2024")).toEqual({
    dateOfIssue: "15/08/2024",
    dateOfExpiry: "13/09/2034",
  });
});

test("A card without expiry says so, and a number keeps its twelve digits through a space", () => {
  expect(valuesOf(["Có giá trị đến: Không thời hạn"], ["dateOfExpiry"], "2021")).toEqual({
    dateOfExpiry: "Không thời hạn",
  });
  expect(valuesOf(["Số / No.: 001204 000017"], ["idNumber"], "2021")).toEqual({ idNumber: "001204000017" });
  expect(valuesOf(["Số / No.: 0012040000"], ["idNumber"], "2021")).toEqual({});
});

test("The authority is known by most of its letters", () => {
  const lines = ["CỤC TRƯỞNG CỤC CÁNH SÁT ¬S%", "QUÂN LÝ HÀNH CHÍNH VỀ TRẶT TỰ XÃ HỘI"];
  expect(valuesOf(lines, ["issuedBy"], "2021")).toEqual({
    issuedBy: "CỤC TRƯỞNG CỤC CẢNH SÁT QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI",
  });
});

test("A day of issue is no later than the expiry that the lines have, and none is as late as no card is", () => {
  const claim = (line: string, dateOfExpiry: string | undefined) =>
    claimFields([{ text: line, confidence: 0.9 }], ["dateOfIssue"], "2021", false, {
      ...hints,
      dateOfExpiry,
    });
  const onlyExpiry = "Date of expiry: 13/02/2037";
  expect(claim(onlyExpiry, "13/02/2037")).toEqual([]);
  expect(claim("Date, month, year: 28/07/2072", "none")).toEqual([]);
  expect(claim("Date, month, year: 28/07/2022", "none")[0]?.value).toBe("28/07/2022");
});

test("A faint number that the lines have too is sure", () => {
  const claim = (idNumber: string | undefined) =>
    claimFields([{ text: "Số / No.: 001204005678", confidence: 0.3 }], ["idNumber"], "2021", false, {
      ...hints,
      idNumber,
    });
  expect(claim("001204005678")[0]?.confidence).toBe(0.9);
  expect(claim("001204005679")[0]?.confidence).toBeLessThan(0.6);
});

test("Which of two authorities it is needs no more than most letters, and is doubtful where both are as near", () => {
  const confidenceOf = (text: string) =>
    claimFields([{ text, confidence: 0.5 }], ["issuedBy"], "2021", false, hints)[0]?.confidence ?? 0;
  expect(confidenceOf("CỤC TRƯỜNG CỤC CÁ»ø! SÁT\nQUÁN LÝ HÀNø CHẾNôH VỆ TRẬT TỰ XÃ HỘI")).toBe(0.9);
  expect(confidenceOf("CỤC TRƯỞNG CỤC CẢNH SÁT")).toBeLessThan(0.6);
});

test("A digit that a stray sign clings to may be another, until another view says the same", () => {
  const claim = (line: string, field: "dateOfIssue" | "placeOfResidence") =>
    claimFields([{ text: line, confidence: 0.9 }], [field], "2021", false, hints)[0]?.confidence ?? 0;
  expect(claim("Date, month, year: 27/04/2023L", "dateOfIssue")).toBeLessThan(0.78);
  expect(claim("Date, month, year: 27/04/2023", "dateOfIssue")).toBeGreaterThan(0.78);
  const residence = (door: string) => `Place of residence: Xóm ${door} Đông Lương, Đông Hà, Quảng Trị`;
  expect(claim(residence("1 ⁄⁄"), "placeOfResidence")).toBeLessThan(0.7);
  expect(claim(residence("12,"), "placeOfResidence")).toBeGreaterThan(0.78);
});

test("A place is read from two views of which neither has the whole of it", () => {
  const views = ["Xã Cường huyện Na Rì, Bắc Kạn", "Xã Cường Lợi, huyện Na RŸV BS Kếầ"] as const;
  const claim = (latest: string, ...earlier: string[]) => {
    const [last, ...before] = [latest, ...earlier].map((text) => ({ text, confidence: 0.8 }));
    if (last === undefined) return undefined;
    return claimFields([...before, last], ["placeOfOrigin"], "2024", true, hints)[0];
  };
  expect(claim(views[0])?.confidence).toBeLessThan(0.7);
  expect(claim(...views)?.value).toBe("Xã Cường Lợi, huyện Na Rì, Bắc Kạn");
  expect(claim(...views)?.confidence).toBeGreaterThan(0.7);
});

test("A place of which a part sounds like who issues cards is a place all the same", () => {
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

test("A name that was run into one word is parted as the lines have it", () => {
  const print = { text: "ĐÀMMỸQUỲNH", confidence: 0.6 };
  const claims = claimFields([print], ["fullName"], "2024", true, { ...hints, plainName: "DAM MY QUYNH" });
  expect(claims[0]?.value).toBe("ĐÀM MỸ QUỲNH");
});

test("A district in place of its ward is doubtful on a card of 2021, and a ward of its name is not on one of 2024", () => {
  const confidenceOn = (kind: "2021" | "2024") =>
    claimFields([{ text: "Tam Điệp, Ninh Bình", confidence: 0.9 }], ["placeOfOrigin"], kind, true, hints)[0]
      ?.confidence ?? 0;
  expect(confidenceOn("2021")).toBeLessThan(0.7);
  expect(confidenceOn("2024")).toBeGreaterThan(0.7);
});

test("A zero of a day may be read as a letter that is as round", () => {
  const lines = ["Ngày, tháng, năm cấp / Date of issue: 1Q/Q2/2O26"];
  expect(valuesOf(lines, ["dateOfIssue"], "2024")).toEqual({ dateOfIssue: "10/02/2026" });
});

test.each(["O1 / 02 / 2026", "O1|02|2026", "O1 02 2026", "01/02 /2O26", "01l02l2O26"])(
  "A day is read from %s, whatever stands between its parts",
  (printed) => {
    const lines = [`Ngày, tháng, năm cấp / Date of issue: ${printed}`];
    expect(valuesOf(lines, ["dateOfIssue"], "2024")).toEqual({ dateOfIssue: "01/02/2026" });
  },
);

test("A card of 2024 was issued since July of that year, and one of 2021 before", () => {
  const dayOf = (day: string, kind: "2021" | "2024") =>
    claimFields([{ text: `Date of issue: ${day}`, confidence: 0.9 }], ["dateOfIssue"], kind, false, hints)[0]
      ?.value;
  expect(dayOf("30/06/2024", "2021")).toBe("30/06/2024");
  expect(dayOf("01/07/2024", "2021")).toBeUndefined();
  expect(dayOf("01/07/2024", "2024")).toBe("01/07/2024");
  expect(dayOf("23/04/2021", "2024")).toBeUndefined();
});

test("Of lines that may be a place the one is taken that is surest, not the longest", () => {
  const lines = ["Place of origin: Am :", "Sông Bằng, Cao Bằng, Cao Bằng", "NI Ưng L0 Di 011esdenee"];
  expect(valuesOf(lines, ["placeOfOrigin"], "2021")).toEqual({
    placeOfOrigin: "Sông Bằng, Cao Bằng, Cao Bằng",
  });
});
