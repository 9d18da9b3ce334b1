import { createSearchIndex } from "@trading-oms/market";
import type { BuiltSearch, Searched } from "./search-contender.ts";

/** Ours. */
export function buildOwn(instruments: readonly Searched[]): BuiltSearch {
  const index = createSearchIndex(instruments);
  return { search: (term) => index.search(term).map(({ symbol }) => symbol) };
}
