import type { BestRows } from "./best-rows.ts";
import { bytesOfGroup } from "./byte-pairs.ts";
import { IntList } from "./int-list.ts";
import { type anywherePart, gatherRows } from "./part.ts";
import { RowWalk } from "./row-walk.ts";
import { termOfWord } from "./search-term.ts";
import type { Segment } from "./segment.ts";

/** Who has not met enough after so many rows looks for them where they are. */
const visitsMax = 2_048;

/** The list of a group, gathered anew where it lost half of its rows, or −1 where few rows have it. */
export function freshList(
  segment: Segment,
  lists: BestRows,
  groupsOfRow: IntList,
  group: number,
  partOf: typeof anywherePart,
): number {
  if (group < 0) return -1;
  const list = lists.listOf(group);
  if (list < 0 || !lists.isSpent(list)) return list;
  if (!gatherOnWalk(segment, lists, list, groupsOfRow, group)) {
    const term = termOfWord(bytesOfGroup(group));
    const rows = new IntList();
    gatherRows(segment, partOf(segment, term, term.whole), rows);
    lists.begin(list);
    for (let i = 0; i < rows.count; i += 1) {
      const row = rows.values[i] as number;
      // One that has it at a better place is in another list.
      segment.best.groups.list(
        segment.text,
        segment.starts[row] as number,
        segment.starts[row + 1] as number,
      );
      if (groupsOfRow.has(group)) lists.offer(list, row);
    }
  }
  lists.finish(list);
  return list;
}

/** Meets the best of what many rows have by walking rows by value; false where few have it. */
function gatherOnWalk(
  { text, starts, symbols, tree, best }: Segment,
  lists: BestRows,
  list: number,
  groupsOfRow: IntList,
  group: number,
): boolean {
  lists.begin(list);
  return new RowWalk().run(tree, 0, symbols.length, visitsMax, (row) => {
    best.groups.list(text, starts[row] as number, starts[row + 1] as number);
    if (groupsOfRow.has(group)) lists.offer(list, row);
    return !lists.isFull(list);
  });
}
