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
    claimFields([{ text: line, confidence: 0.9 }], ["dateOfIssue"], "2024", false, {
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
