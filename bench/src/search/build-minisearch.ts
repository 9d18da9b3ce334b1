import MiniSearch from "minisearch";
import { typePlainly } from "./make-search-queries.ts";
import type { BuiltSearch, Searched } from "./search-contender.ts";

/** Minisearch with prefixes and typing errors, symbols before names. */
export function buildMinisearch(instruments: readonly Searched[]): BuiltSearch {
  const index = new MiniSearch<Searched>({
    idField: "symbol",
    fields: ["symbol", "tickerCode", "plainName"],
    searchOptions: { prefix: true, fuzzy: 0.2, combineWith: "AND", boost: { symbol: 4, tickerCode: 2 } },
  });
  index.addAll(instruments);
  return {
    search: (term) =>
      index
        .search(typePlainly(term))
        .slice(0, 50)
        .map(({ id }) => String(id)),
  };
}
