import fc from "fast-check";
import { expect, test } from "vitest";
import { parseQrText } from "./parse-qr-text.ts";

const qrText =
  "001204000017|123456789|Trần Minh Khôi|17032004|Nam|Số 12, ngõ 34 đường Ngô Xuân Quảng, Trâu Quỳ, Gia Lâm, Hà Nội|22082022";

test("the seven parts are number, old number, name, birth, sex, residence and issue", () => {
  expect(parseQrText(qrText)).toEqual({
    idNumber: "001204000017",
    oldNumber: "123456789",
    fullName: "TRẦN MINH KHÔI",
    dateOfBirth: "17/03/2004",
    sex: "Nam",
    placeOfResidence: "Số 12, ngõ 34 đường Ngô Xuân Quảng, Trâu Quỳ, Gia Lâm, Hà Nội",
    dateOfIssue: "22/08/2022",
    hasMore: false,
  });
});

test("the old number may be empty or left out", () => {
  const [number, , ...rest] = qrText.split("|");
  for (const text of [[number, "", ...rest].join("|"), [number, ...rest].join("|")]) {
    const fields = parseQrText(text);
    expect(fields?.oldNumber).toBeUndefined();
    expect(fields?.fullName).toBe("TRẦN MINH KHÔI");
    expect(fields?.dateOfIssue).toBe("22/08/2022");
  }
});

test("a card of 2024 has more parts after the same seven", () => {
  const fields = parseQrText(`${qrText}|Trần Văn An|Lê Thị Bình||AAAA`);
  expect(fields?.hasMore).toBe(true);
  expect(fields?.dateOfIssue).toBe("22/08/2022");
});

test("a date that does not exist is left out, and the rest is parsed", () => {
  const fields = parseQrText(qrText.replace("17032004", "31022004"));
  expect(fields?.dateOfBirth).toBeUndefined();
  expect(fields?.idNumber).toBe("001204000017");
});

test("decomposed letters are composed, so that names compare", () => {
  expect(parseQrText(qrText.normalize("NFD"))?.fullName).toBe("TRẦN MINH KHÔI");
});

test("the text of another QR code is not parsed", () => {
  for (const text of ["", "https://example.com", "1|2|3|4|5|6|7", "001204000017|||17032004|Nam|x|22082022"]) {
    expect(parseQrText(text), text).toBeUndefined();
  }
});

test("for any text parseQrText does not throw", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constant("001204000017"))), (places) => {
      parseQrText(places.join("|"));
    }),
  );
});
