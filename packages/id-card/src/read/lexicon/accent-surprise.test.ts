import { expect, test } from "vitest";
import { accentSurprise } from "./accent-surprise.ts";

test("a tone above a circumflex is often misread, and one on a bare letter seldom", () => {
  expect(accentSurprise("TIỀN", "TIẾN")).toBeLessThan(2);
  expect(accentSurprise("THÙY", "THÚY")).toBeGreaterThan(3);
});

test("a tone is lost more often than one is invented", () => {
  expect(accentSurprise("ANH", "ÁNH")).toBeLessThan(accentSurprise("ÁNH", "ANH"));
  expect(accentSurprise("NGUYÊN", "NGUYỄN")).toBeLessThan(accentSurprise("NGUYỄN", "NGUYÊN"));
});

test("a dot below is seldom confused with a tone above", () => {
  expect(accentSurprise("LUẬN", "LUẤN")).toBeGreaterThan(accentSurprise("LUẦN", "LUẤN"));
});

test("a word of other letters is impossible", () => {
  expect(accentSurprise("LAN", "LAM")).toBe(Number.POSITIVE_INFINITY);
});

test("of a tone over a circumflex one mark or none may be left", () => {
  expect(accentSurprise("HÃNG", "HẰNG")).toBeLessThan(accentSurprise("HÃNG", "HANG"));
  expect(accentSurprise("NGUYEN", "NGUYỄN")).toBeLessThan(4);
});

test("a circumflex and a tone, each alone, are confused equally often in both directions", () => {
  expect(accentSurprise("NHÀN", "NHÂN")).toBe(accentSurprise("NHÂN", "NHÀN"));
  expect(accentSurprise("NHÀN", "NHÂN")).toBeLessThan(accentSurprise("NHÀN", "NHAN"));
  expect(accentSurprise("ẤN", "AN")).toBeGreaterThan(accentSurprise("ÁN", "ÂN"));
});
