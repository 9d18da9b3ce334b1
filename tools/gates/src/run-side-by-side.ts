/** How the work is shared: how many are at it at once, and who is told of each result. */
export type Sharing<Item, Result> = {
  readonly laneCount: number;
  readonly tell: (item: Item, result: Result) => void;
};

/** Works on several items at once, and tells of them and returns them in the order of the list nevertheless. */
export async function runSideBySide<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  { laneCount, tell }: Sharing<Item, Result>,
): Promise<Result[]> {
  const waiting = items.entries();
  const done = new Map<number, Result>();
  let toldCount = 0;
  const tellInOrder = (): void => {
    for (; done.has(toldCount); toldCount += 1) tell(items[toldCount] as Item, done.get(toldCount) as Result);
  };
  const lanes = Array.from({ length: laneCount }, async () => {
    // All lanes take from one iterator, so each item is taken once.
    for (const [index, item] of waiting) {
      done.set(index, await work(item));
      tellInOrder();
    }
  });
  await Promise.all(lanes);
  return items.map((_, index) => done.get(index) as Result);
}
