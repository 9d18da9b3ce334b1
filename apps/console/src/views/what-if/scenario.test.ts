import { expect, test } from "vitest";
import { isWhole, marketPercent, readScenario, requestOf, writeScenario } from "./scenario.ts";

const search =
  "all=-7&row=industry:-10:B%E1%BA%A5t+%C4%91%E1%BB%99ng+s%E1%BA%A3n&row=price:80.200:fpt&row=symbol::VNM";

test("the address holds the whole scenario", () => {
  const scenario = readScenario(new URLSearchParams(search));
  expect(scenario).toEqual({
    all: "-7",
    rows: [
      { scope: "industry", name: "Bất động sản", value: "-10" },
      { scope: "price", name: "fpt", value: "80.200" },
      { scope: "symbol", name: "VNM", value: "" },
    ],
  });
  const { all = "", row } = writeScenario(scenario);
  const written = new URLSearchParams([["all", all], ...row.map((each) => ["row", each])]);
  expect(readScenario(written)).toEqual(scenario);
});

test("asks only for the rows that are whole", () => {
  expect(requestOf(readScenario(new URLSearchParams(search)))).toEqual({
    percents: [
      { scope: "all", percent: -7 },
      { scope: "industry", name: "Bất động sản", percent: -10 },
    ],
    prices: [{ symbol: "FPT", price: 80_200 }],
  });
});

test("leaves out rows of the address that mean nothing", () => {
  expect(readScenario(new URLSearchParams("row=planet:5:Mars&row=nonsense&row=symbol:5:A:B"))).toEqual({
    all: "",
    rows: [{ scope: "symbol", name: "A:B", value: "5" }],
  });
});

test("takes no percentage that the service would reject", () => {
  expect(
    ["-99", "-99.5", "1000", "1001", ""].map((value) => isWhole({ scope: "symbol", name: "A", value })),
  ).toEqual([true, false, true, false, false]);
});

test("asks nothing for a percentage of the market that it cannot read", () => {
  expect(["", "-7", "−7,5", "abc", "-100", "5 000"].map((all) => marketPercent({ all }))).toEqual([
    0,
    -7,
    -7.5,
    undefined,
    undefined,
    undefined,
  ]);
  expect(requestOf({ all: "abc", rows: [] })).toBeUndefined();
});
