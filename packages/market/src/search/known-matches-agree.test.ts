import fc from "fast-check";
import { expect, test } from "vitest";
import { createSearchIndex, makePlainScan, type SearchEntry } from "../index.ts";

/** Many letters are one slip from each other, so that slips want more room than they have. */
const drawSymbol = fc.string({ unit: fc.constantFrom(..."AB1".split("")), minLength: 3, maxLength: 4 });
const drawName = fc
  .array(fc.constantFrom("Thép", "Kim", "Kem", "Sa", "Sao", "Hòa"), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(" "));
const drawEntry: fc.Arbitrary<SearchEntry> = fc.record({
  symbol: drawSymbol,
  companyName: drawName,
  tradedValue: fc.nat({ max: 30 }),
});
const drawTerm = fc.oneof(
  drawSymbol,
  fc.constantFrom("thep", "thap", "kim sa", "sao hoa", "a1b", "kam", "hoa thepp"),
);
const drawChange = fc.oneof(
  { weight: 12, arbitrary: fc.record({ entry: drawEntry, isTrade: fc.constant(true) }) },
  { weight: 1, arbitrary: fc.record({ entry: drawEntry, isTrade: fc.constant(false) }) },
  { weight: 1, arbitrary: fc.record({ gone: drawSymbol }) },
);

test("What is asked for again and again is in the order of now, with what is new and without what is gone", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(drawEntry, { minLength: 8, maxLength: 70, selector: ({ symbol }) => symbol }),
      fc.array(drawChange, { minLength: 3, maxLength: 20 }),
      fc.array(drawTerm, { minLength: 1, maxLength: 4 }),
      (entries, changes, terms) => {
        const index = createSearchIndex(entries);
        const expected = new Map(entries.map((entry) => [entry.symbol, entry]));
        const agree = () => {
          const scan = makePlainScan(expected.values());
          for (const term of terms) {
            expect(index.symbolsOf(term)).toEqual(scan(term, 50).map(({ symbol }) => symbol));
          }
        };
        // The second time is when all that matches is listed, and the third when it is known.
        for (let count = 0; count < 3; count += 1) agree();
        for (const change of changes) {
          if ("gone" in change) {
            index.remove(change.gone);
            expected.delete(change.gone);
          } else {
            const { symbol, tradedValue = 0 } = change.entry;
            const former = expected.get(symbol);
            if (!change.isTrade) index.put(change.entry);
            else index.setTradedValue(symbol, tradedValue);
            if (!change.isTrade) expected.set(symbol, change.entry);
            else if (former !== undefined) expected.set(symbol, { ...former, tradedValue });
          }
          agree();
        }
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  [49, "thep", 49],
  [50, "thep", 50],
  [51, "thep", 50],
  [256, "thap", 10],
  [257, "thap", 10],
  [400, "thap", 10],
] as const)(
  "Of %d that match %s, kept or too many, the best are found after every trade",
  (size, term, shown) => {
    const entries = Array.from({ length: size }, (_, i) => ({
      symbol: `Q${1_000 + i}`,
      companyName: "Thép",
    }));
    const index = createSearchIndex(entries);
    for (let count = 0; count < 3; count += 1) expect(index.symbolsOf(term)).toHaveLength(shown);
    const last = `Q${999 + size}`;
    index.setTradedValue(last, 5);
    expect(index.symbolsOf(term).slice(0, 2)).toEqual([last, "Q1000"]);
  },
);

test("What was answered stays as it was when a trade changes the order", () => {
  const index = createSearchIndex([
    { symbol: "AAA", companyName: "Thép", tradedValue: 2 },
    { symbol: "BBB", companyName: "Thép", tradedValue: 1 },
  ]);
  for (let count = 0; count < 2; count += 1) index.symbolsOf("thep");
  const before = index.symbolsOf("thep");
  index.setTradedValue("BBB", 3);
  expect([before, index.symbolsOf("thep")]).toEqual([
    ["AAA", "BBB"],
    ["BBB", "AAA"],
  ]);
});

test("Between two steps of a change what is known is what is there, in the order of then", () => {
  const entries = Array.from({ length: 900 }, (_, i) => ({ symbol: `S${i}`, companyName: `Thép ${i % 40}` }));
  const index = createSearchIndex(entries);
  const renamed = entries.slice(0, 599).map(({ symbol }) => ({ symbol, companyName: "Thép 7" }));
  const added = [{ symbol: "S595X", companyName: "Thép" }];
  const counts = new Set<number>();
  const agree = () => {
    const expected = index.search("s59").map(({ symbol }) => symbol);
    for (let times = 0; times < 3; times += 1) expect(index.symbolsOf("s59")).toEqual(expected);
    counts.add(expected.length);
  };
  agree();
  let value = 1_000;
  const steps = index.change([...renamed, ...added], ["S599"]);
  for (let step = steps.next(); step.done !== true; step = steps.next()) {
    value += 1;
    expect(index.setTradedValue(`S59${value % 9}`, value)).toBe(true);
    agree();
  }
  agree();
  expect([...counts].toSorted()).toEqual([10, 11]);
});
