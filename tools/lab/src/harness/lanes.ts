/** Processes items with a fixed number of concurrent workers. */
export async function inLanes<Item>(
  laneCount: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const lanes = Array.from({ length: laneCount }, async () => {
    for (let next = left.next(); next.done !== true; next = left.next()) await work(next.value);
  });
  await Promise.all(lanes);
}
