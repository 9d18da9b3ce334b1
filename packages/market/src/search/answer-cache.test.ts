import { expect, test } from "vitest";
import { createSearchIndex, type SearchIndex } from "../index.ts";

function planIndex(): SearchIndex {
  const steel = Array.from({ length: 80 }, (_, i) => ({
    symbol: `S${i + 10}`,
    companyName: `Thép ${i}`,
    tradedValue: 1_000 - i,
  }));
  return createSearchIndex([
    ...steel,
    { symbol: "HPG", companyName: "Hòa Phát", tradedValue: 5 },
    { symbol: "HPX", companyName: "Hải Phát", tradedValue: 4 },
  ]);
}

test("An answer is the same object for as long as nothing that could change it has changed", () => {
  const index = planIndex();
  const [steel, harmony] = [index.search("thep"), index.search("phat")];
  expect([steel.length, harmony.map(({ symbol }) => symbol)]).toEqual([50, ["HPG", "HPX"]]);
  index.setTradedValue("HPG", 5);
  index.setTradedValue("S15", 995);
  expect(index.search("thep")).toBe(steel);
  // Neither has two letters of the term side by side that the other's rows have.
  index.setTradedValue("HPG", 6);
  expect(index.search("thep")).toBe(steel);
  expect(index.search("phat")).not.toBe(harmony);
  index.setTradedValue("S89", 2_000);
  expect(index.search("thep")[0]).toEqual({ symbol: "S89", rank: "word-prefix" });
});

test("A row that overtakes another is in front at once, and so is one that was beyond the fifty", () => {
  const index = planIndex();
  expect(index.search("phat")[0]?.symbol).toBe("HPG");
  index.setTradedValue("HPX", 6);
  expect(index.search("phat")[0]?.symbol).toBe("HPX");
  expect(index.search("s").some(({ symbol }) => symbol === "S88")).toBe(false);
  index.setTradedValue("S88", 3_000);
  expect(index.search("s")[0]?.symbol).toBe("S88");
});

test("What comes, goes or is renamed ends the answers of before, those that found nothing too", () => {
  const index = planIndex();
  expect(index.search("vinamilk")).toEqual([]);
  index.put({ symbol: "VNM", companyName: "Vinamilk" });
  expect(index.search("vinamilk")).toEqual([{ symbol: "VNM", rank: "word-prefix" }]);
  index.put({ symbol: "VNM", companyName: "Sữa Việt Nam" });
  expect(index.search("vinamilk")).toEqual([]);
  expect(index.search("phat").length).toBe(2);
  index.remove("HPX");
  expect(index.search("phat").length).toBe(1);
});

test("Where slips found no room, a slip that is traded more comes in", () => {
  const index = createSearchIndex(
    Array.from({ length: 26 }, (_, i) => ({
      symbol: `AB${String.fromCharCode(65 + i)}`,
      companyName: "Kho",
      tradedValue: 100 - i,
    })),
  );
  expect(index.search("ab1").map(({ symbol }) => symbol)).toEqual(
    [..."ABCDEFGHIJ"].map((letter) => `AB${letter}`),
  );
  index.setTradedValue("ABZ", 1_000);
  expect(index.search("ab1")[0]).toEqual({ symbol: "ABZ", rank: "symbol-slip" });
});

test("An answer for several words is not kept past a trade in what holds one of them without a blank", () => {
  const steel = Array.from({ length: 80 }, (_, i) => ({
    symbol: `S${i + 10}`,
    companyName: `Kim Thép ${i}`,
    tradedValue: 1_000 - i,
  }));
  const index = createSearchIndex([...steel, { symbol: "SV", companyName: "Thép", tradedValue: 1 }]);
  index.setTradedValue("SV", 2);
  expect(index.search("s thep")[0]?.symbol).toBe("S10");
  index.setTradedValue("SV", 5_000);
  expect(index.search("s thep")[0]?.symbol).toBe("SV");
});
