import Fuse from "fuse.js";
import { typePlainly } from "./make-search-queries.ts";
import type { BuiltSearch, Searched } from "./search-contender.ts";

/** The fuse.js library, wherever the term stands; it reads every instrument at each search. */
export function buildFuse(instruments: readonly Searched[]): BuiltSearch {
  const fuse = new Fuse(instruments, {
    keys: [
      { name: "symbol", weight: 4 },
      { name: "tickerCode", weight: 2 },
      { name: "plainName", weight: 1 },
    ],
    ignoreLocation: true,
    threshold: 0.25,
  });
  return { search: (term) => fuse.search(typePlainly(term), { limit: 50 }).map(({ item }) => item.symbol) };
}
