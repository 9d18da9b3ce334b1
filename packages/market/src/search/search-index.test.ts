import { expect, test } from "vitest";
import { type SearchEntry, SearchIndex } from "../index.ts";
import { withoutShareWords } from "./name-words.ts";

const entries: readonly SearchEntry[] = [
  { symbol: "HPG", companyName: "CTCP Tập đoàn Hòa Phát", weight: 900 },
  { symbol: "VNM", companyName: "CTCP Sữa Việt Nam (Vinamilk)", weight: 500 },
  { symbol: "ACB", companyName: "Ngân hàng TMCP Á Châu", weight: 300 },
  { symbol: "VCB", companyName: "Ngân hàng TMCP Ngoại thương Việt Nam", weight: 400 },
  { symbol: "DGW", companyName: "CTCP Thế Giới Số", weight: 50 },
  { symbol: "BID", companyName: "Ngân hàng TMCP Đầu tư và Phát triển Việt Nam", weight: 350 },
  {
    symbol: "41I1F6000",
    tickerCode: "VN30F2506",
    companyName: "Hợp đồng tương lai VN30",
    weight: 9_999,
  },
];

const symbolsOf = (term: string, limit?: number) => {
  return new SearchIndex(entries).search(term, limit).map(({ symbol }) => symbol);
};

test.each([
  ["hpg", ["HPG"]],
  ["ngan hang", ["VCB", "BID", "ACB"]],
  ["NGÂN HÀNG", ["VCB", "BID", "ACB"]],
  ["Ngân hàng".normalize("NFD"), ["VCB", "BID", "ACB"]],
  ["đầu tư", ["BID"]],
  ["dau tu", ["BID"]],
  ["ĐAU TU", ["BID"]],
  ["hoa phat", ["HPG"]],
  ["phat hoa", ["HPG"]],
  ["  hoa   phat ", ["HPG"]],
  ["nam viet", ["VNM", "VCB", "BID"]],
  ["vcb ngan", ["VCB"]],
  ["HPGG", ["HPG"]],
  ["VMN", ["VNM"]],
  ["vinamlik", ["VNM"]],
  ["vinamik", ["VNM"]],
  ["vinammilk", ["VNM"]],
  ["vinamjlk", ["VNM"]],
  ["hoa phta", ["HPG"]],
  ["(vinamilk)", ["VNM"]],
  ["vn30f2506", ["41I1F6000"]],
  ["inami", ["VNM"]],
])("a search for %j finds %j and nothing else", (term, symbols) => {
  expect(symbolsOf(term)).toEqual(symbols);
});

test("ranks symbol, ticker, symbol prefix, names, substring and typing errors in this order", () => {
  const index = new SearchIndex([
    { symbol: "XLIK", companyName: "Cuối", weight: 10 },
    { symbol: "ZZ1", companyName: "Một SLAK", weight: 10 },
    { symbol: "ZZ2", companyName: "Hai xSLIKx", weight: 9 },
    { symbol: "ZZ3", companyName: "Ba Slikon", weight: 8 },
    { symbol: "ZZ5", companyName: "Bảy Slik", weight: 3 },
    { symbol: "ZZ6", companyName: "Slik Tám", weight: 2 },
    { symbol: "ZZ7", companyName: "CTCP S-Lik", weight: 1 },
    { symbol: "SLIKA", companyName: "Bốn", weight: 7 },
    { symbol: "ZZ4", tickerCode: "SLIK", companyName: "Năm", weight: 6 },
    { symbol: "SLIK", companyName: "Sáu", weight: 5 },
  ]);
  expect(index.search("slik")).toEqual([
    { symbol: "SLIK", rank: "exact-symbol" },
    { symbol: "ZZ4", rank: "exact-ticker" },
    { symbol: "SLIKA", rank: "symbol-prefix" },
    { symbol: "ZZ7", rank: "whole-name" },
    { symbol: "ZZ6", rank: "name-start" },
    { symbol: "ZZ5", rank: "whole-words" },
    { symbol: "ZZ3", rank: "word-prefix" },
    { symbol: "ZZ2", rank: "substring" },
    { symbol: "XLIK", rank: "symbol-typo" },
    { symbol: "ZZ1", rank: "word-typo" },
  ]);
});

test("ranks words at the beginning of words before words inside others", () => {
  const index = new SearchIndex([
    { symbol: "AAA", companyName: "Khoa Phát", weight: 9 },
    { symbol: "BBB", companyName: "Hoa và Phát", weight: 1 },
  ]);
  expect(index.search("phat hoa")).toEqual([
    { symbol: "BBB", rank: "word-starts" },
    { symbol: "AAA", rank: "word-typo" },
  ]);
  expect(index.search("at oa").map(({ rank }) => rank)).toEqual(["word-parts", "word-parts"]);
});

test("finds names whose spaces are elsewhere, and names with other words around them", () => {
  const index = new SearchIndex([
    { symbol: "VCB", companyName: "Ngân hàng TMCP Ngoại thương Việt Nam", aliases: ["Vietcombank"] },
    { symbol: "MBB", companyName: "Ngân hàng TMCP Quân đội", aliases: ["MB Bank"] },
    { symbol: "BVH", companyName: "CTCP Tập đoàn Bảo Việt", name: "Bảo Việt", keywords: ["Bảo hiểm"] },
    { symbol: "BVS", companyName: "CTCP Chứng khoán Bảo Việt", weight: 9 },
    { symbol: "DGC", companyName: "CTCP Bột giặt và Hóa chất Đức Giang" },
  ]);
  const first = (term: string) => index.search(term)[0];
  expect(first("viet com bank")).toEqual({ symbol: "VCB", rank: "whole-name" });
  expect(first("viet com ba")).toEqual({ symbol: "VCB", rank: "joined" });
  expect(first("mbbank")).toEqual({ symbol: "MBB", rank: "whole-name" });
  expect(first("mbba")).toEqual({ symbol: "MBB", rank: "joined" });
  expect(first("botgiatvahoa")).toEqual({ symbol: "DGC", rank: "joined" });
  expect(first("công ty cổ phần bảo việt")).toEqual({ symbol: "BVH", rank: "whole-name" });
  expect(first("bảo hiểm bảo việt")).toEqual({ symbol: "BVH", rank: "whole-name" });
  expect(first("bảo việt bảo hiểm")).toEqual({ symbol: "BVH", rank: "whole-name" });
  expect(first("cổ phiếu bvh")).toEqual({ symbol: "BVH", rank: "exact-symbol" });
  expect(first("bvh giá")).toEqual({ symbol: "BVH", rank: "exact-symbol" });
  expect(first("xin hỏi vietcombank nhé")).toEqual({ symbol: "VCB", rank: "name-inside" });
  expect(first("quân đôi")).toEqual({ symbol: "MBB", rank: "whole-words" });
  expect(first("quan dpoi")).toEqual({ symbol: "MBB", rank: "name-typo" });
});

test("orders equal matches by their current weight, then by symbol", () => {
  const index = new SearchIndex([
    { symbol: "BBB", companyName: "Thép" },
    { symbol: "CCC", companyName: "Thép" },
    { symbol: "AAA", companyName: "Thép" },
  ]);
  const found = () => index.search("thep").map(({ symbol }) => symbol);
  expect(found()).toEqual(["AAA", "BBB", "CCC"]);
  expect(index.setWeight("CCC", 2_000)).toBe(true);
  expect(found()).toEqual(["CCC", "AAA", "BBB"]);
  index.setWeight("BBB", 2_001);
  expect(found()).toEqual(["BBB", "CCC", "AAA"]);
  index.setWeight("BBB", 0);
  expect(found()).toEqual(["CCC", "AAA", "BBB"]);
  expect(index.setWeight("ABSENT", 1)).toBe(false);
});

test("adds, renames and removes instruments, and keeps the weight of a renamed one", () => {
  const index = new SearchIndex(entries);
  index.put({ symbol: "MSN", companyName: "CTCP Tập đoàn Masan" });
  expect(index.search("masan")).toEqual([{ symbol: "MSN", rank: "whole-name" }]);
  index.put({ symbol: "HPG", companyName: "Tập đoàn Xi măng" });
  index.put({ symbol: "MSN", companyName: "Xi măng Masan" });
  expect(index.search("xi mang").map(({ symbol }) => symbol)).toEqual(["HPG", "MSN"]);
  expect(index.search("hoa phat")).toEqual([]);
  expect(index.size).toBe(8);
  expect(index.remove("HPG")).toBe(true);
  expect(index.remove("HPG")).toBe(false);
  expect(index.search("xi mang").map(({ symbol }) => symbol)).toEqual(["MSN"]);
  expect(index.search("hpg")).toEqual([]);
});

test.each([
  ["no term", ""],
  ["only spaces", "   \u00a0 "],
  ["6,000 characters", "a".repeat(6_000)],
  ["6,000 spaces and letters", "a ".repeat(3_000)],
  ["a lone surrogate", "\ud83d"],
  ["a lone surrogate behind a symbol", "HPG\ud83d"],
  ["a zero", "\u0000"],
  ["brackets", "((((("],
  ["a wildcard of SQL", "%"],
  ["another wildcard of SQL", "_"],
  ["a backslash", "\\"],
  ["a pattern", "H.*G"],
  ["emoji", "😀"],
  ["right-to-left marks", "\u200f\u202e"],
  ["only an accent", "\u0301"],
  ["a slash", "/"],
])("a search for %s finds nothing", (_, term) => {
  expect(symbolsOf(term)).toEqual([]);
});

test("leaves out any number of words that say share, in a time that grows with their number", () => {
  const words = "MA CP ".repeat(26);
  expect(withoutShareWords(`${words}HPG ${words.trim()}`)).toBe("HPG");
  const began = performance.now();
  expect(withoutShareWords(`X ${words}Y`)).toBe(`X ${words}Y`);
  expect(performance.now() - began).toBeLessThan(500);
});

test("treats wildcards as ordinary characters of a name", () => {
  const index = new SearchIndex([
    { symbol: "AAA", companyName: "100% (Một_hai) \\ 😀" },
    { symbol: "BBB", companyName: "Trăm" },
  ]);
  for (const term of ["%", "_", "\\", "(", "😀", "100%"]) {
    expect(index.search(term).map(({ symbol }) => symbol)).toEqual(["AAA"]);
  }
});

test("counts a surrogate pair as one character of a typing error", () => {
  const index = new SearchIndex([{ symbol: "AB😀CD", companyName: "Thép" }]);
  for (const term of ["a😀bcd", "abcd", "ab😀😀cd", "abxcd", "ab🚀cd"])
    expect(index.search(term), term).toEqual([{ symbol: "AB😀CD", rank: "symbol-typo" }]);
});

test("finds at most fifty instruments, or as many as requested", () => {
  const index = new SearchIndex(
    Array.from({ length: 60 }, (_, i) => ({ symbol: `A${i + 10}`, companyName: "Thép" })),
  );
  expect(index.search("a").length).toBe(50);
  expect(index.search("a", 1_000).length).toBe(50);
  expect(index.search("a", 3).map(({ symbol }) => symbol)).toEqual(["A10", "A11", "A12"]);
  expect([index.search("a", 0), index.search("a", -1), index.search("a", Number.NaN)]).toEqual([[], [], []]);
});

test("an empty index finds nothing, and accepts instruments", () => {
  const index = new SearchIndex([]);
  expect(index.search("hpg")).toEqual([]);
  expect(index.size).toBe(0);
  index.put({ symbol: "HPG", companyName: "Hòa Phát" });
  expect(index.search("hpg").length).toBe(1);
});

test("gives the same order each time, and no hits for an empty term", () => {
  const index = planIndex();
  expect(index.search("s1").map(({ symbol }) => symbol)).toEqual(
    index.search("s1").map(({ symbol }) => symbol),
  );
  expect(index.search("").map(({ symbol }) => symbol)).toEqual([]);
});

test("a row with a risen value moves up at once, even from beyond the fifty hits", () => {
  const index = planIndex();
  expect(index.search("phat").map(({ symbol }) => symbol)).toEqual(["HPG", "HPX"]);
  index.setWeight("HPX", 6);
  expect(index.search("phat").map(({ symbol }) => symbol)).toEqual(["HPX", "HPG"]);
  expect(index.search("s").map(({ symbol }) => symbol)).not.toContain("S88");
  index.setWeight("S88", 3_000);
  expect(index.search("s").map(({ symbol }) => symbol)[0]).toBe("S88");
});

test("a match with a typing error gets into the ten once its value is large enough", () => {
  const index = new SearchIndex(
    Array.from({ length: 26 }, (_, i) => ({
      symbol: `AB${String.fromCharCode(65 + i)}`,
      companyName: "Kho",
      weight: 100 - i,
    })),
  );
  expect(index.search("ab1").map(({ symbol }) => symbol)).toEqual(
    [..."ABCDEFGHIJ"].map((letter) => `AB${letter}`),
  );
  index.setWeight("ABZ", 1_000);
  expect(index.search("ab1")[0]).toEqual({ symbol: "ABZ", rank: "symbol-typo" });
});

function planIndex(): SearchIndex {
  const steel = Array.from({ length: 80 }, (_, i) => ({
    symbol: `S${i + 10}`,
    companyName: `Thép ${i}`,
    weight: 1_000 - i,
  }));
  return new SearchIndex([
    ...steel,
    { symbol: "HPG", companyName: "Hòa Phát", weight: 5 },
    { symbol: "HPX", companyName: "Hải Phát", weight: 4 },
  ]);
}
