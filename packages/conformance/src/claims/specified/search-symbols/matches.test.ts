import { expect, test } from "vitest";
import { rankOf, ranksOf } from "./matches.ts";

const fpt = { symbol: "FPT", companyName: "Công ty Cổ phần FPT" };
const fts = { symbol: "FTS", companyName: "Công ty Cổ phần Chứng khoán FPT" };
const fox = { symbol: "FOX", companyName: "Viễn thông FPT" };
const duaFat = { symbol: "DFF", companyName: "Đua Fat", stat: { tickerCode: "DFF1" } };

test("ranks an entry by its best match, ignoring case and accents", () => {
  expect([fpt, fts, fox, duaFat].map((entry) => rankOf(entry, "fpt"))).toEqual([0, 3, 3, 5]);
  expect([rankOf(duaFat, "dff1"), rankOf(duaFat, "df"), rankOf(duaFat, "dua"), rankOf(duaFat, "ua")]).toEqual(
    [1, 2, 3, 4],
  );
});

test("has no rank for an entry whose static data are missing", () => {
  const unknown = { symbol: "DFF", companyName: "Đua Fat", stat: null };
  expect([rankOf(unknown, "fpt"), rankOf(unknown, "dff"), rankOf(unknown, "dua")]).toEqual([undefined, 0, 3]);
});

test("ranks an entry found by a hidden name among the names", () => {
  const byAlias = { symbol: "VCB", companyName: "Ngoại thương" };
  expect(ranksOf([fpt, fts, byAlias, fox, duaFat], "fpt")).toEqual([0, 3, 3, 3, 5]);
});
