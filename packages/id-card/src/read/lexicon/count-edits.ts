/** How many letters have to be changed, left out or put in to make one text of the other. */
export function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 0; i < one.length; i += 1) {
    const next = [i + 1];
    for (let at = 0; at < other.length; at += 1) {
      const through = (row[at] as number) + (one[i] === other[at] ? 0 : 1);
      next.push(Math.min(through, (row[at + 1] as number) + 1, (next[at] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
