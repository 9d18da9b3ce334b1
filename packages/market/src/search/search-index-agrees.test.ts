import fc from "fast-check";
import { expect, test } from "vitest";
import { makePlainScan, type SearchEntry, SearchIndex } from "../index.ts";
import { searchWords } from "../testing/search-words.ts";

const drawWord = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...searchWords) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom(..."ABHPGđé.".split("")), minLength: 1, maxLength: 5 }),
  },
);
const drawSymbol = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."ABGHP1_".split("")), minLength: 1, maxLength: 4 }),
  fc.constantFrom("HPG", "hpg", "FPT", "VN30F1M", "E1VFVN30", "VNM", "Ab", "aB"),
);
const drawValue = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom(0, 1, 5, 5_000_000_000),
  fc.nat({ max: 40 }),
);
const drawEntry: fc.Arbitrary<SearchEntry> = fc.record({
  symbol: drawSymbol,
  tickerCode: fc.option(drawSymbol, { nil: undefined }),
  companyName: fc.array(drawWord, { minLength: 0, maxLength: 5 }).map((parts) => parts.join(" ")),
  name: fc.option(drawWord, { nil: undefined }),
  aliases: fc.option(fc.array(drawWord, { maxLength: 2 }), { nil: undefined }),
  keywords: fc.option(fc.array(fc.constantFrom("Thép", "Ngân hàng", "An", "CTCP"), { maxLength: 2 }), {
    nil: undefined,
  }),
  weight: drawValue,
});
const drawTerm = fc.oneof(
  drawSymbol,
  fc.array(drawWord, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" ")),
  // Words joined, and with words around them that no name has.
  fc.array(drawWord, { minLength: 2, maxLength: 3 }).map((parts) => parts.join("")),
  fc
    .array(
      fc.oneof(drawWord, drawSymbol, fc.constantFrom("mã", "cổ phiếu", "giá", "tập đoàn", "thép", "qu")),
      {
        minLength: 2,
        maxLength: 4,
      },
    )
    .map((parts) => parts.join(" ")),
  fc
    .array(
      fc.oneof(
        drawWord,
        fc.constantFrom(..."hoaf phats ddaauf tuw a1 cha6u nga6n ha2ng aasa vie65t".split(" ")),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((parts) => parts.join(" ")),
  fc.tuple(drawWord, fc.nat({ max: 6 }), fc.constantFrom("", "x", "a", "g")).map(mistype),
  fc.tuple(drawSymbol, fc.nat({ max: 4 }), fc.constantFrom("", "x", "a", "g")).map(mistype),
  fc
    .tuple(drawWord, drawWord, fc.nat({ max: 3 }), fc.nat({ max: 3 }))
    .map(([x, y, from, to]) => `${x.slice(from)} ${y.slice(0, to)}`),
  fc.string({ maxLength: 4 }),
);
const drawChange = fc.oneof(
  fc.record({ kind: fc.constant("put" as const), entry: drawEntry }),
  fc.record({ kind: fc.constant("remove" as const), symbol: drawSymbol }),
  fc.record({ kind: fc.constant("value" as const), symbol: drawSymbol, value: fc.nat({ max: 40 }) }),
);

test("gives the same answers as reading every instrument, also after every change", () => {
  fc.assert(
    fc.property(
      fc.array(drawEntry, { maxLength: 40 }),
      fc.array(drawChange, { maxLength: 12 }),
      fc.array(drawTerm, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 50 }),
      (entries, changes, terms, limit) => {
        const expected = new Map<string, SearchEntry>();
        const index = new SearchIndex();
        for (const entry of entries) apply({ kind: "put", entry }, expected, index);
        const agree = () => {
          expect(index.size).toBe(expected.size);
          const scan = makePlainScan(expected.values());
          for (const term of terms) {
            expect(index.search(term, limit)).toEqual(scan(term, limit));
            expect(index.search(term).map(({ symbol }) => symbol)).toEqual(
              scan(term, 50).map(({ symbol }) => symbol),
            );
          }
        };
        agree();
        for (const change of changes) {
          apply(change, expected, index);
          agree();
        }
      },
    ),
  );
}, 120_000);

function mistype([word, at, character]: [string, number, string]): string {
  return word.slice(0, at) + character + word.slice(at + (character === "" ? 1 : 0));
}

function apply(
  change: typeof drawChange extends fc.Arbitrary<infer Change> ? Change : never,
  expected: Map<string, SearchEntry>,
  index: SearchIndex,
): void {
  if (change.kind === "remove") {
    expect(index.remove(change.symbol)).toBe(expected.delete(change.symbol));
    return;
  }
  const symbol = change.kind === "put" ? change.entry.symbol : change.symbol;
  const known = expected.get(symbol);
  if (change.kind === "put") {
    index.put(change.entry);
    expected.set(symbol, {
      ...change.entry,
      weight: change.entry.weight ?? known?.weight ?? 0,
    });
    return;
  }
  expect(index.setWeight(symbol, change.value)).toBe(known !== undefined);
  if (known !== undefined) expected.set(symbol, { ...known, weight: change.value });
}
