import { expect, test } from "vitest";
import { findMisplaced, rankOf, ranksOf } from "./matches.ts";

const fpt = { symbol: "FPT", companyName: "Công ty Cổ phần FPT", info: { totVal: 5 } };
const fts = { symbol: "FTS", companyName: "Công ty Cổ phần Chứng khoán FPT", info: { totVal: 9 } };
const fox = { symbol: "FOX", companyName: "Viễn thông FPT", info: null };
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

test("expects the larger value first and then the symbol, except among names and in the last rank", () => {
  expect([...findMisplaced([fts, fpt, fox, duaFat], "f")]).toEqual([]);
  expect([...findMisplaced([fpt, fts, fox], "f")]).toEqual(["FPT before FTS"]);
  const even = [fts, { ...fox, info: { totVal: 9 } }];
  expect([...findMisplaced(even, "f")]).toEqual(["FTS before FOX"]);
  expect([...findMisplaced([fpt, fox, fts], "fpt")]).toEqual([]);
});

test("ranks an entry found by a hidden name among the names", () => {
  const byAlias = { symbol: "VCB", companyName: "Ngoại thương", info: { totVal: 7 } };
  expect(ranksOf([fpt, fts, byAlias, fox, duaFat], "fpt")).toEqual([0, 3, 3, 3, 5]);
});
