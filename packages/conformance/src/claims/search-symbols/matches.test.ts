import { expect, test } from "vitest";
import { findMisplaced, rankOf, ranksOf } from "./matches.ts";

const fpt = { symbol: "FPT", companyName: "Công ty Cổ phần FPT", info: { totVal: 5 } };
const fts = { symbol: "FTS", companyName: "Công ty Cổ phần Chứng khoán FPT", info: { totVal: 9 } };
const fox = { symbol: "FOX", companyName: "Viễn thông FPT", info: null };
const duaFat = { symbol: "DFF", companyName: "Đua Fat", stat: { tickerCode: "DFF1" } };

test("an entry has the rank of the best that it matches by, without regard to case and accents", () => {
  expect([fpt, fts, fox, duaFat].map((entry) => rankOf(entry, "fpt"))).toEqual([0, 3, 3, 5]);
  expect([rankOf(duaFat, "dff1"), rankOf(duaFat, "df"), rankOf(duaFat, "dua"), rankOf(duaFat, "ua")]).toEqual(
    [1, 2, 3, 4],
  );
});

test("what was found by static data that are missing has no rank", () => {
  const unknown = { symbol: "DFF", companyName: "Đua Fat", stat: null };
  expect([rankOf(unknown, "fpt"), rankOf(unknown, "dff"), rankOf(unknown, "dua")]).toEqual([undefined, 0, 3]);
});

test("within a rank the larger value stands first and then the symbol, and beyond the ranks nothing is judged", () => {
  expect([...findMisplaced([fpt, fts, fox, duaFat], "fpt")]).toEqual([]);
  expect([...findMisplaced([fpt, fox, fts], "fpt")]).toEqual(["FOX before FTS"]);
  const even = [fts, { ...fox, info: { totVal: 9 } }];
  expect([...findMisplaced(even, "fpt")]).toEqual(["FTS before FOX"]);
  expect([
    ...findMisplaced(
      [
        { ...duaFat, info: { totVal: 1 } },
        { symbol: "DFG", info: { totVal: 2 } },
      ],
      "fpt",
    ),
  ]).toEqual([]);
});

test("what is found by a name that is not shown stands among the names, by its value", () => {
  const byAlias = { symbol: "VCB", companyName: "Ngoại thương", info: { totVal: 7 } };
  expect(ranksOf([fpt, fts, byAlias, fox, duaFat], "fpt")).toEqual([0, 3, 3, 3, 5]);
  expect([...findMisplaced([fpt, fts, byAlias, fox], "fpt")]).toEqual([]);
  expect([...findMisplaced([fpt, byAlias, fts, fox], "fpt")]).toEqual(["VCB before FTS"]);
});
