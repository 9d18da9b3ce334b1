import { SearchIndex } from "@trading-oms/market";
import type { BuiltSearch, Searched } from "./search-contender.ts";

/** Ours. */
export function buildOwn(instruments: readonly Searched[]): BuiltSearch {
  const index = new SearchIndex(instruments);
  return {
    search: (term) => index.search(term).map(({ symbol }) => symbol),
    trade: index.setTradedValue.bind(index),
  };
}
