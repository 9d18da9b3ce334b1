import { expect, test } from "vitest";
import {
  expirationDateOf,
  findExpirationDate,
  listedFuturesOf,
  listFutureAliases,
  resolveAlias,
} from "./index.ts";
import { productNamed } from "./testing/product-named.ts";

const none: ReadonlySet<string> = new Set();
const vn30 = productNamed("VN30F");
const bonds = productNamed("GB05F");

test.each([
  [2025, 4, "2025-04-17"],
  // Months that begin on a Thursday and on a Friday.
  [2025, 5, "2025-05-15"],
  [2025, 8, "2025-08-21"],
  [2025, 12, "2025-12-18"],
  [2026, 1, "2026-01-15"],
  [2028, 2, "2028-02-17"],
])("the contract of %d, month %d expires on its third Thursday, %s", (year, month, date) => {
  expect(expirationDateOf({ product: vn30, year, month }, none)).toBe(date);
});

test("a holiday on the third Thursday moves the expiration to the trading day before, across holidays and a weekend", () => {
  const february = { product: vn30, year: 2026, month: 2 };
  expect(expirationDateOf(february, new Set(["2026-02-19"]))).toBe("2026-02-18");
  const newYear = new Set(["2026-02-16", "2026-02-17", "2026-02-18", "2026-02-19", "2026-02-20"]);
  expect(expirationDateOf(february, newYear)).toBe("2026-02-13");
});

test("a holiday next to the third Thursday changes nothing", () => {
  const april = { product: vn30, year: 2025, month: 4 };
  expect(expirationDateOf(april, new Set(["2025-04-16", "2025-04-18"]))).toBe("2025-04-17");
});

test("throws if the holidays leave no trading day", () => {
  const lastMs = Date.parse("2025-04-17T00:00:00Z");
  const daysMs = Array.from({ length: 400 }, (_, days) => lastMs - days * 86_400_000);
  const always = new Set(daysMs.map((atMs) => new Date(atMs).toISOString().slice(0, 10)));
  const april = { product: vn30, year: 2025, month: 4 };
  expect(() => expirationDateOf(april, always)).toThrow(RangeError);
});

test.each([
  ["2025-04-01", ["2025-4", "2025-5", "2025-6", "2025-9"]],
  ["2025-04-17", ["2025-4", "2025-5", "2025-6", "2025-9"]],
  ["2025-04-18", ["2025-5", "2025-6", "2025-9", "2025-12"]],
  ["2025-06-02", ["2025-6", "2025-7", "2025-9", "2025-12"]],
  ["2025-10-17", ["2025-11", "2025-12", "2026-3", "2026-6"]],
  ["2025-12-19", ["2026-1", "2026-2", "2026-3", "2026-6"]],
])("on %s the contracts of %j are listed", (date, months) => {
  const listed = listedFuturesOf("VN30F", date, none).map(({ year, month }) => `${year}-${month}`);
  expect(listed).toEqual(months);
});

test("an alias refers to its contract until it expires, and to the next one from the day after", () => {
  expect(resolveAlias("VN30F1M", "2025-05-15", none)).toBe("41I1F5000");
  expect(resolveAlias("VN30F1M", "2025-05-16", none)).toBe("41I1F6000");
  expect(resolveAlias("VN30F1M", "2025-05-15", new Set(["2025-05-15"]))).toBe("41I1F6000");
  expect(resolveAlias("VN30F1M", "2025-05-14", new Set(["2025-05-15"]))).toBe("41I1F5000");
});

test("the other aliases refer to the next month and the next two quarters", () => {
  const codes = ["VN30F2M", "VN30F1Q", "VN30F2Q"].map((alias) => resolveAlias(alias, "2025-10-20", none));
  expect(codes).toEqual(["41I1FC000", "41I1G3000", "41I1G6000"]);
});

test.each(["VN30F", "VN30F3M", "VN30F1W", "vn30f1m", "VN31F1M", "F1M", "41I1F5000", ""])(
  "%j is not an alias",
  (alias) => {
    expect(resolveAlias(alias, "2025-05-15", none)).toBeUndefined();
  },
);

test.each([
  [2025, 12, "2025-12-15"],
  // A Sunday and a Saturday.
  [2026, 3, "2026-03-13"],
  [2029, 9, "2029-09-14"],
])(
  "the bond contract of %d, month %d expires on the 15th, or the trading day before: %s",
  (year, month, date) => {
    expect(expirationDateOf({ product: bonds, year, month }, none)).toBe(date);
  },
);

test("the bond contracts are those of the three nearest quarters", () => {
  const monthsOn = (date: string) =>
    listedFuturesOf("GB05F", date, none).map(({ year, month }) => `${year}-${month}`);
  expect(monthsOn("2025-12-15")).toEqual(["2025-12", "2026-3", "2026-6"]);
  expect(monthsOn("2025-12-16")).toEqual(["2026-3", "2026-6", "2026-9"]);
  expect(monthsOn("2025-10-20")).toEqual(["2025-12", "2026-3", "2026-6"]);
});

test("each product has its aliases", () => {
  const codes = ["VN100F1M", "VN100F2Q", "GB05F1Q", "GB05F3Q", "GB10F2Q"].map((alias) =>
    resolveAlias(alias, "2025-10-20", none),
  );
  expect(codes).toEqual(["41I2FB000", "41I2G6000", "41B5FC000", "41B5G6000", "41BAG3000"]);
  expect(["GB05F1M", "GB10F4Q"].map((alias) => resolveAlias(alias, "2025-10-20", none))).toEqual([
    undefined,
    undefined,
  ]);
  const aliases = [...listFutureAliases("2025-10-20", none).values()];
  expect(aliases).toHaveLength(14);
  expect(aliases).toContain("VN100F1Q");
});

test("the last trading day of a contract is found by its code and the holidays", () => {
  expect(findExpirationDate("41I1F5000", none)).toBe("2025-05-15");
  expect(findExpirationDate("41I1F5000", new Set(["2025-05-15"]))).toBe("2025-05-14");
  expect(findExpirationDate("41B5F6000", none)).toBe("2025-06-13");
  expect(["FPT", "VN30F1M", "41I1X5000"].map((each) => findExpirationDate(each, none))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
