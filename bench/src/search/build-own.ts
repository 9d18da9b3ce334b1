import { createSearchIndex } from "@trading-oms/market";
import type { BuiltSearch, Searched } from "./search-contender.ts";

/** Ours. */
export function buildOwn(instruments: readonly Searched[]): BuiltSearch {
  const index = createSearchIndex(instruments);
  return { search: (term) => index.symbolsOf(term), trade: index.setTradedValue.bind(index) };
}
