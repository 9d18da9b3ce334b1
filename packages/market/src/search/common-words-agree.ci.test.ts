import { expect, test } from "vitest";
import { makePlainScan, type SearchEntry, SearchIndex } from "../index.ts";
import { searchWords } from "../testing/search-words.ts";

test.each([2_000, 6_000])(
  "orders %d instruments that share few words as the plain scan does",
  (count) => {
    const entries = manyEntries(count);
    const index = new SearchIndex(entries);
    const expected = new Map(entries.map((entry) => [entry.symbol, entry]));
    const terms = [
      "a",
      "an",
      "hang",
      "ngan hang",
      "hang ngan",
      "a h",
      "g",
      "hpg",
      "phat hao",
      "viet na",
      "%",
      "c",
      "s a",
      "hagn",
      "t1",
      "ca",
      "phat",
      "ngan hang viet",
      "hoa phat dau tu",
      "gan hang",
      "an phat hang",
      "ngan phat hoa nam",
      "h",
      "ng",
      "0",
      "2g",
      "30",
      "s.",
      "viet x",
      "tap phat ngan",
      "vinamilx phat",
      "vinamlik sua",
      "hoaphat",
      "ngan hanga",
      "co phieu hpg",
      "tap doan hoa phat",
      "hao phat",
      "thep ngan hang",
    ];
    const agree = (asked: readonly string[]) => {
      const scan = makePlainScan(expected.values());
      for (const term of asked) expect(index.search(term), term).toEqual(scan(term, 50));
    };
    agree(terms);
    // Values rise, fall and become 0, and instruments are removed, until lists have lost most of their best rows.
    for (let round = 0; round < 6; round += 1) {
      for (const [i, { symbol }] of entries.entries()) {
        const known = expected.get(symbol);
        if ((i * 31 + round) % 7 > round || known === undefined) continue;
        const value = round === 4 ? 0 : (i * 7_907 * (round + 1)) % 20_011;
        index.setWeight(symbol, value);
        expected.set(symbol, { ...known, weight: value });
        if ((i + round) % 29 === 0)
          expect([index.remove(symbol), expected.delete(symbol)]).toEqual([true, true]);
      }
      agree(terms);
    }
  },
  240_000,
);

/** Every third instrument has no trades, as before an opening. */
function manyEntries(count: number): SearchEntry[] {
  return Array.from({ length: count }, (_, i) => {
    const name = [7, 11, 13, 17].map(
      (step) => searchWords[(i * step + Math.floor(i / step)) % searchWords.length],
    );
    return {
      symbol: (i * 7_919 + 100_000).toString(36).toUpperCase(),
      tickerCode: i % 5 === 0 ? `T${i}` : undefined,
      companyName: name.join(" "),
      weight: i % 3 === 0 ? 0 : (i * 104_729) % 9_973,
    };
  });
}
