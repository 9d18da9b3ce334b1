import type { BestRows } from "./best-rows.ts";
import { bytesOfGroup } from "./byte-pairs.ts";
import { IntList } from "./int-list.ts";
import { listOfAll } from "./list-of-all.ts";
import { type anywherePart, gatherRows } from "./part.ts";
import { termOfWord } from "./search-term.ts";
import type { Segment } from "./segment.ts";

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
  if (!gatherOfBest(segment, lists, list, groupsOfRow, group)) {
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

/** Gathers the best of what many rows have out of the best of all; false where few have it. */
function gatherOfBest(
  segment: Segment,
  lists: BestRows,
  list: number,
  groupsOfRow: IntList,
  group: number,
): boolean {
  const { text, starts, best } = segment;
  const listed = listOfAll(segment);
  lists.begin(list);
  const count = best.all.counts[listed] as number;
  for (let i = 0; i < count; i += 1) {
    const row = best.all.rows[i] as number;
    best.groups.list(text, starts[row] as number, starts[row + 1] as number);
    if (groupsOfRow.has(group)) lists.offer(list, row);
    if (lists.isFull(list)) return true;
  }
  return best.all.isWhole(listed);
}
