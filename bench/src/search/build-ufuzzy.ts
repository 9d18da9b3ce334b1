import uFuzzy from "@leeoniya/ufuzzy";
import { typePlainly } from "./make-search-queries.ts";
import type { BuiltSearch, Searched } from "./search-contender.ts";

/** The uFuzzy library with one typing error and words in any order; it reads every instrument at each search. */
export function buildUfuzzy(instruments: readonly Searched[]): BuiltSearch {
  const fuzzy = new uFuzzy({ intraMode: 1 });
  const texts = instruments.map(
    ({ symbol, tickerCode, plainName }) => `${symbol} ${tickerCode} ${plainName}`,
  );
  return {
    search: (term) => {
      const [found, , order] = fuzzy.search(texts, typePlainly(term), 1, 10_000);
      const places = found === null ? [] : order === null ? found : order.map((i) => found[i] ?? -1);
      return places.slice(0, 50).map((i) => instruments[i]?.symbol ?? "");
    },
  };
}
