import { createSearchIndex, searchHitsMax } from "@trading-oms/market";
import type { BuiltSearch, Searched } from "./search-contender.ts";

/** Ours. */
export function buildOwn(instruments: readonly Searched[]): BuiltSearch {
  const index = createSearchIndex(instruments);
  const passing = { symbol: "~", companyName: "~" };
  return {
    search: (term) => index.search(term).map(({ symbol }) => symbol),
    // Only whole answers are remembered, and looked for among what is.
    searchAnew: (term) => index.search(term, searchHitsMax - 1).map(({ symbol }) => symbol),
    forget: () => {
      index.put(passing);
      index.remove(passing.symbol);
    },
    trade: index.setTradedValue.bind(index),
  };
}
