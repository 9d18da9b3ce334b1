import type { CatalogEntry } from "@trading-oms/brokerage/ports";

type Entries = ReadonlyMap<string, CatalogEntry>;

/**
 * Chooses what is played of a catalog, so many at most. Whoever is played stays for as long as it is listed: new symbols
 * that stand before it take nobody's place.
 */
export function choosePlayed(entries: Entries, played: Entries, countMax: number): readonly CatalogEntry[] {
  const chosen = [...played.keys()].flatMap((symbol) => entries.get(symbol) ?? []);
  for (const entry of entries.values()) {
    if (chosen.length >= countMax) break;
    if (!played.has(entry.symbol)) chosen.push(entry);
  }
  return chosen;
}
