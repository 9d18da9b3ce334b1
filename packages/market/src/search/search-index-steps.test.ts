import { expect, test } from "vitest";
import { buildSearchIndex, createSearchIndex, makePlainScan, type SearchEntry } from "../index.ts";

/** What no step may exceed: the places it has looked at. */
const workMax = 16_384;

function entriesNamed(count: number, nameOf: (i: number) => string): SearchEntry[] {
  return Array.from({ length: count }, (_, i) => ({
    symbol: `S${String(i).padStart(6, "0")}`,
    tickerCode: `VN000${i}`,
    companyName: nameOf(i),
    tradedValue: (i * 7_919) % 1_009,
  }));
}

function workOf(steps: Generator<number, unknown>): number[] {
  const work: number[] = [];
  for (let step = steps.next(); step.done !== true; step = steps.next()) work.push(step.value);
  return work;
}

test.each([
  ["names that differ", (i: number) => `Công ty Thép số ${i} Hòa Phát`],
  ["one name", () => "Ngân hàng TMCP Á Châu"],
] as const)("Building an index of 30,000 instruments with %s has no long step", (_, nameOf) => {
  const work = workOf(buildSearchIndex(entriesNamed(30_000, nameOf)));
  expect(Math.max(...work)).toBeLessThanOrEqual(workMax);
  expect(work.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(30_000 * 20);
});

test("Changing a third of 15,000 instruments has no long step either, and moves segments of about one size together", () => {
  const index = createSearchIndex(entriesNamed(15_000, (i) => `Thép ${i}`));
  const renamed = entriesNamed(5_000, (i) => `Sữa ${i}`);
  for (const changed of [renamed, entriesNamed(9_000, (i) => `Gỗ ${i}`)]) {
    expect(Math.max(...workOf(index.change(changed, [])))).toBeLessThanOrEqual(workMax);
  }
  expect(index.size).toBe(15_000);
  expect(index.search("sua 77")).toEqual([]);
  expect(index.search("go 8999")[0]).toEqual({ symbol: "S008999", rank: "word-prefix" });
});

test("Between two steps of a change every instrument is found once, as it was or as it will be, by its value as it is", () => {
  const before = entriesNamed(3_000, (i) => `Thép ${i % 7}`);
  const renamed = before.slice(0, 1_200).map(({ symbol }) => ({ symbol, companyName: "Thép mới" }));
  const gone = before.slice(1_200, 1_300).map(({ symbol }) => symbol);
  const index = createSearchIndex(before);
  let top = 5_000;
  const stepOf = index.change(renamed, gone);
  for (let step = stepOf.next(); step.done !== true; step = stepOf.next()) {
    top += 1;
    const raised = `S${String((top * 31) % 1_200).padStart(6, "0")}`;
    expect(index.setTradedValue(raised, top)).toBe(true);
    const found = index.search("thep").map(({ symbol }) => symbol);
    expect([found[0], new Set(found).size]).toEqual([raised, 50]);
  }
  expect(index.size).toBe(2_900);
  expect(index.search("thep moi", 50).every(({ symbol }) => symbol < "S001200")).toBe(true);
});

test("What changed by steps is found as if it had been there from the beginning", () => {
  const before = entriesNamed(4_000, (i) => `Ngân hàng ${i % 13} Việt`);
  const added = entriesNamed(600, (i) => `Sữa ${i % 11} Việt`).map((each, i) => ({
    ...each,
    symbol: `T${i}`,
  }));
  const index = createSearchIndex(before);
  workOf(index.change(added, ["S000001", "NEVER"]));
  const expected = [...before.filter(({ symbol }) => symbol !== "S000001"), ...added];
  const scan = makePlainScan(expected);
  for (const term of ["viet", "t1", "sua 3", "viet sua", "ngan hang 7", "s00000", "sau 3", "vn0001"]) {
    expect(index.search(term), term).toEqual(scan(term, 50));
  }
});
