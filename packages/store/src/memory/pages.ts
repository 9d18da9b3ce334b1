/** Pages of lists in key order. */
import type { Part } from "@trading-oms/brokerage/ports";

/** The parts of a key, in the order of the list. */
export type Key = readonly (string | number)[];

export function compareKeys(one: Key, other: Key): number {
  for (const [index, part] of one.entries()) {
    const against = other[index] ?? "";
    if (part !== against) return part < against ? -1 : 1;
  }
  return 0;
}

/** One page of items in the order of their keys, from a key of the same form. */
export function pageOf<Item extends Listed, Listed>(
  items: readonly Item[],
  keyOf: (listed: Listed) => Key,
  { after, limit }: Part<Listed>,
): Item[] {
  const start = after && keyOf(after);
  const rest = start === undefined ? items : items.filter((item) => compareKeys(keyOf(item), start) > 0);
  return rest.toSorted((one, other) => compareKeys(keyOf(one), keyOf(other))).slice(0, limit);
}

export function pageBySymbol<Item extends { readonly symbol: string }>(
  items: Iterable<Item>,
  { after = "", limit }: Part<string>,
): Item[] {
  return pageOf([...items], ({ symbol }: { readonly symbol: string }) => [symbol], {
    after: { symbol: after },
    limit,
  });
}
