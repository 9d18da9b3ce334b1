import { expect, test } from "vitest";
import { accentSurprise } from "./accent-surprise.ts";

test("A tone above a circumflex is often taken for another, and one on a bare letter seldom", () => {
  expect(accentSurprise("TIỀN", "TIẾN")).toBeLessThan(2);
  expect(accentSurprise("THÙY", "THÚY")).toBeGreaterThan(3);
});

test("A tone is lost more often than one is seen that is not there", () => {
  expect(accentSurprise("ANH", "ÁNH")).toBeLessThan(accentSurprise("ÁNH", "ANH"));
  expect(accentSurprise("NGUYÊN", "NGUYỄN")).toBeLessThan(accentSurprise("NGUYỄN", "NGUYÊN"));
});

test("A dot below is told from all that is above", () => {
  expect(accentSurprise("LUẬN", "LUẤN")).toBeGreaterThan(accentSurprise("LUẦN", "LUẤN"));
});

test("A word of other letters is out of the question", () => {
  expect(accentSurprise("LAN", "LAM")).toBe(Number.POSITIVE_INFINITY);
});

test("Of a tone over a circumflex one mark may be left, which says little of which it was", () => {
  expect(accentSurprise("HÃNG", "HẰNG")).toBeLessThan(accentSurprise("HÃNG", "HANG"));
  expect(accentSurprise("NGUYEN", "NGUYỄN")).toBeLessThan(4);
});

test("A circumflex alone is as likely read as a tone alone as the other way round", () => {
  expect(accentSurprise("NHÀN", "NHÂN")).toBe(accentSurprise("NHÂN", "NHÀN"));
  expect(accentSurprise("NHÀN", "NHÂN")).toBeLessThan(accentSurprise("NHÀN", "NHAN"));
  expect(accentSurprise("ẤN", "AN")).toBeGreaterThan(accentSurprise("ÁN", "ÂN"));
});
