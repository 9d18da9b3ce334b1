import { expect, test } from "vitest";
import { resolveKeystrokes } from "./keystrokes.ts";

test.each([
  ["HOAF PHATS", "HOA PHAT"],
  ["NGAAN HANGF QUAAN DDOOIJ", "NGAN HANG QUAN DOI"],
  ["DDUWOWNGF QUANGR NGAIX", "DUONG QUANG NGAI"],
  ["VIXNH HOANF", "VINH HOAN"],
  ["NGANA HANGF", "NGAN HANG"],
  ["XAWNG DAAUF PETROLIMEX", "XANG DAU PETROLIMEX"],
  ["HOA2 PHA1T", "HOA PHAT"],
  ["D9A61T XANH", "DAT XANH"],
  ["THE61 GIO71I DI D9O65NG", "THE GIOI DI DONG"],
])("the keys %s are typed for %s", (typed, meant) => {
  expect(resolveKeystrokes(typed)).toBe(meant);
});

test.each(["HOA PHAT", "MASAM", "VN30F1M", "NT2", "PC1", "FPTS", "PETROLIMEX", "VINCOMS", "", "😀"])(
  "%j stays as it is",
  (typed) => {
    expect(resolveKeystrokes(typed)).toBe(typed);
  },
);
