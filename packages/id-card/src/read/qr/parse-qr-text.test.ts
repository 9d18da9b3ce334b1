import fc from "fast-check";
import { expect, test } from "vitest";
import { parseQrText } from "./parse-qr-text.ts";

const said =
  "001204000017|123456789|Trần Minh Khôi|17032004|Nam|Số 12, ngõ 34 đường Ngô Xuân Quảng, Trâu Quỳ, Gia Lâm, Hà Nội|22082022";

test("Seven places are number, old number, name, birth, sex, residence and issue", () => {
  expect(parseQrText(said)).toEqual({
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

test("The old number may be empty, or its place may be missing", () => {
  const [number, , ...rest] = said.split("|");
  for (const text of [[number, "", ...rest].join("|"), [number, ...rest].join("|")]) {
    const says = parseQrText(text);
    expect(says?.oldNumber).toBeUndefined();
    expect(says?.fullName).toBe("TRẦN MINH KHÔI");
    expect(says?.dateOfIssue).toBe("22/08/2022");
  }
});

test("A card of 2024 says more, and the first seven stay what they are", () => {
  const says = parseQrText(`${said}|Trần Văn An|Lê Thị Bình||AAAA`);
  expect(says?.hasMore).toBe(true);
  expect(says?.dateOfIssue).toBe("22/08/2022");
});

test("A day that no calendar has is left out, and the rest is read", () => {
  const says = parseQrText(said.replace("17032004", "31022004"));
  expect(says?.dateOfBirth).toBeUndefined();
  expect(says?.idNumber).toBe("001204000017");
});

test("Letters made of two signs become one, so that names compare", () => {
  expect(parseQrText(said.normalize("NFD"))?.fullName).toBe("TRẦN MINH KHÔI");
});

test("The code of something else is no card", () => {
  for (const text of ["", "https://example.com", "1|2|3|4|5|6|7", "001204000017|||17032004|Nam|x|22082022"]) {
    expect(parseQrText(text), text).toBeUndefined();
  }
});

test("No text whatever makes it throw", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constant("001204000017"))), (places) => {
      parseQrText(places.join("|"));
    }),
  );
});
