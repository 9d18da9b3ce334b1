import fc from "fast-check";
import { expect, test } from "vitest";
import { createSearchIndex, makePlainScan, type SearchEntry } from "../index.ts";

const drawName = fc
  .array(fc.constantFrom("Thép", "Kim", "Sa", "S", "Kim khí", "Sao"), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(" "));
const drawTerm = fc
  .array(fc.constantFrom("s", "sa", "k", "kim", "thep", "th", "1", "ao"), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(" "));

test("What is asked for again and again between trades is answered as reading every instrument would", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ companyName: drawName, tradedValue: fc.nat({ max: 400 }) }), {
        minLength: 60,
        maxLength: 200,
      }),
      fc.array(fc.tuple(fc.nat({ max: 199 }), fc.nat({ max: 400 })), { minLength: 1, maxLength: 20 }),
      fc.array(drawTerm, { minLength: 1, maxLength: 4 }),
      (rows, trades, terms) => {
        const entries = rows.map((row, place) => ({ ...row, symbol: `S${place}` }));
        const index = createSearchIndex(entries);
        for (const [place, tradedValue] of trades) {
          for (const term of terms) index.symbolsOf(term);
          const traded = entries[place % entries.length] as SearchEntry;
          Object.assign(traded, { tradedValue });
          index.setTradedValue(traded.symbol, tradedValue);
        }
        const scan = makePlainScan(entries);
        for (const term of terms) {
          const hits = scan(term, 50);
          expect(index.search(term)).toEqual(hits);
          expect(index.symbolsOf(term)).toEqual(hits.map(({ symbol }) => symbol));
        }
      },
    ),
    { numRuns: 300 },
  );
});
