import type { SearchEntry } from "@trading-oms/market";
import { makeSearchQueries } from "./make-search-queries.ts";

/**
 * What a search box asks for while people type: what each of them is after, key by key. Each kind of query has as many
 * people, so that slips and several words have their share; nobody's second thoughts are in it, which would repeat terms.
 */
export function makeTypedTerms(catalog: readonly SearchEntry[], peopleOfKind: number): string[] {
  return makeSearchQueries(catalog, peopleOfKind).flatMap(({ term }) => {
    const characters = [...term];
    return characters.flatMap((character, i) => {
      // A space alone changes nothing about what is looked for.
      return character === " " ? [] : [characters.slice(0, i + 1).join("")];
    });
  });
}
