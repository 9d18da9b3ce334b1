import { Index } from "flexsearch";
import { typePlainly } from "./make-search-queries.ts";
import type { BuiltSearch, Searched } from "./search-contender.ts";

/** FlexSearch over every part of a word; it knows no typing errors of this kind. */
export function buildFlexsearch(instruments: readonly Searched[]): BuiltSearch {
  const index = new Index({ tokenize: "full" });
  for (const [i, { symbol, tickerCode, plainName }] of instruments.entries()) {
    index.add(i, `${symbol} ${tickerCode} ${plainName}`);
  }
  return {
    search: (term) =>
      index.search(typePlainly(term), { limit: 50 }).map((i) => instruments[Number(i)]?.symbol ?? ""),
  };
}
