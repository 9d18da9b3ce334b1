import { BestRows, listedOfAnswer } from "./best-rows.ts";
import { prefixGroupCount } from "./byte-pairs.ts";
import type { IntList } from "./int-list.ts";
import type { RowGroups } from "./row-groups.ts";
import type { Segment } from "./segment.ts";
import { inStretches, type Steps } from "./steps.ts";

/** A row is read byte by byte. */
const placesPerRow = 64;

/** What was gathered of groups. */
export type GatheredGroups = {
  /** How many rows each has. */
  readonly sizes: Int32Array;
  /** Lists the best rows of those groups that are to have a list, in as much room as that takes. */
  readonly listBest: (listedOf: (size: number, group: number) => number | undefined) => Steps<BestRows>;
};

/** Counts the rows of each group and gathers its best in one pass, since to read every row takes longest. */
export function* gatherGroups(
  { text, starts, symbols, symbolStarts, values }: Omit<Segment, "best">,
  groups: RowGroups,
): Steps<{ readonly beginnings: GatheredGroups; readonly within: GatheredGroups }> {
  // Of few rows all that match are read.
  const groupCount = symbolStarts.pairs === undefined ? 0 : prefixGroupCount;
  const within = openGathering(values, groupCount);
  const beginnings = openGathering(values, groupCount);
  const gather = (from: number, to: number) => {
    for (let row = from; row < to; row += 1) {
      groups.list(text, starts[row] as number, starts[row + 1] as number);
      within.offer(groups.within, row);
      beginnings.offer(groups.beginnings, row);
    }
  };
  if (groupCount > 0) yield* inStretches(symbols.length, gather, placesPerRow);
  return { beginnings, within };
}

type Gathering = GatheredGroups & { readonly offer: (groups: IntList, row: number) => void };

function openGathering(values: Float64Array, groupCount: number): Gathering {
  const sizes = new Int32Array(groupCount);
  // What a row has to be worth more than to be listed; rows come in their order, so that of two of one value the former stays.
  const worths = new Float64Array(groupCount).fill(-1);
  // How many rows a group has is known at the end, and none is to have more than this of them; room that is not written to costs nothing.
  const lists = new BestRows(
    values,
    groupCount,
    () => listedOfAnswer,
    () => listedOfAnswer,
  );
  return {
    sizes,
    offer: ({ values: found, count }, row) => {
      const value = values[row] as number;
      for (let i = 0; i < count; i += 1) {
        const group = found[i] as number;
        sizes[group] = (sizes[group] as number) + 1;
        if (value <= (worths[group] as number)) continue;
        lists.offer(group, row);
        if (lists.isFull(group)) worths[group] = lists.worstValue(group);
      }
    },
    listBest: function* (listedOf) {
      const best = new BestRows(values, groupCount, (group) => sizes[group] as number, listedOf);
      const takeEach = (from: number, to: number) => {
        for (let group = from; group < to; group += 1) {
          const list = best.listOf(group);
          if (list >= 0) best.takeGathered(list, lists, group);
        }
      };
      yield* inStretches(groupCount, takeEach, listedOfAnswer);
      return best;
    },
  };
}
