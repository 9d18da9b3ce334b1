import type { BestRows } from "./best-rows.ts";
import { prefixGroupCount } from "./byte-pairs.ts";
import type { IntList } from "./int-list.ts";
import type { RowGroups } from "./row-groups.ts";
import type { Segment } from "./segment.ts";
import { inStretches, type Steps } from "./steps.ts";

/** A row is read byte by byte. */
const placesPerRow = 64;

/** How many rows each group has. */
export function* countGroups(
  { text, starts, symbols, symbolStarts }: Omit<Segment, "best">,
  groups: RowGroups,
): Steps<{ readonly beginnings: Int32Array; readonly within: Int32Array }> {
  const sizes = {
    beginnings: new Int32Array(prefixGroupCount),
    within: new Int32Array(prefixGroupCount),
  };
  // Of few rows all that match are read.
  if (symbolStarts.pairs === undefined) return sizes;
  yield* inStretches(
    symbols.length,
    (from, to) => {
      for (let row = from; row < to; row += 1) {
        groups.list(text, starts[row] as number, starts[row + 1] as number);
        addOne(sizes.beginnings, groups.beginnings);
        addOne(sizes.within, groups.within);
      }
    },
    placesPerRow,
  );
  return sizes;
}

function addOne(sizes: Int32Array, { values: groups, count }: IntList): void {
  for (let i = 0; i < count; i += 1) {
    const group = groups[i] as number;
    sizes[group] = (sizes[group] as number) + 1;
  }
}

/** Gathers the best rows of each. */
export function* gatherGroups({ text, starts, symbols, symbolStarts, best }: Segment): Steps<void> {
  if (symbolStarts.pairs === undefined) return;
  const { groups, within, beginnings } = best;
  const gather = (from: number, to: number) => {
    for (let row = from; row < to; row += 1) {
      groups.list(text, starts[row] as number, starts[row + 1] as number);
      offerTo(within, groups.within, row);
      offerTo(beginnings, groups.beginnings, row);
    }
  };
  yield* inStretches(symbols.length, gather, placesPerRow);
  for (const lists of [within, beginnings]) {
    for (let list = 0; list < lists.counts.length; list += 1) lists.finish(list);
  }
}

function offerTo(lists: BestRows, { values: groups, count }: IntList, row: number): void {
  for (let i = 0; i < count; i += 1) {
    const list = lists.listOf(groups[i] as number);
    if (list >= 0) lists.offer(list, row);
  }
}
