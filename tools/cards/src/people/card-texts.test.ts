import { expect, it } from "vitest";
import { checkDigitOf, compositeOf, writeMrz } from "./card-texts.ts";
import type { Person } from "./person.ts";

const person: Person = {
  number: "079203001234",
  oldNumber: undefined,
  surname: "Đặng",
  otherNames: "Thị Thùy Dương",
  birth: { year: 2003, month: 2, day: 1 },
  sex: "Nữ",
  origin: "",
  residence: "",
  issue: { year: 2021, month: 5, day: 11 },
  expiry: { year: 2028, month: 2, day: 1 },
  marks: "",
};

it("computes the check digits of ICAO's published specimen for this card size", () => {
  expect(checkDigitOf("D23145890")).toBe(7);
  expect(checkDigitOf("740812")).toBe(2);
  expect(checkDigitOf("120415")).toBe(9);
  const composite = compositeOf("I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6");
  expect(checkDigitOf(composite)).toBe(6);
});

it("writes nine digits and all twelve with their check digits, and names without accents", () => {
  expect(writeMrz(person, "991231")).toEqual([
    "IDVNM2030012345079203001234<<5",
    "0302014F2802013VNM<<<<<<<<<<<0",
    "DANG<<THI<THUY<DUONG<<<<<<<<<<",
  ]);
});

it("writes a missing expiry in both known ways", () => {
  const { expiry: _, ...rest } = person;
  const endless: Person = { ...rest, expiry: undefined };
  expect(writeMrz(endless, "991231")[1].slice(8, 15)).toBe("9912315");
  expect(writeMrz(endless, "<<<<<<")[1].slice(8, 15)).toBe("<<<<<<0");
});

it("truncates a long name and keeps thirty characters per line", () => {
  const long = { ...person, surname: "Nguyễn", otherNames: "Hoàng Phương Nghiêm Khuyên Thương" };
  const lines = writeMrz(long, "991231");
  expect(lines[2]).toBe("NGUYEN<<HOANG<PHUONG<NGHIEM<KH");
  expect(lines.map((line) => line.length)).toEqual([30, 30, 30]);
});
