/** Work that is done in the order in which it was asked for, some of it at once. */
export type WorkQueue<Item> = {
  readonly add: (item: Item) => void;
  /** How much is waiting or under way. */
  readonly count: () => number;
  /** Resolves when nothing is waiting and nothing under way. */
  readonly settle: () => Promise<void>;
};

/** Does work on items, at most so much of it at once; the work itself tells of its failures and does not reject. */
export function queueWork<Item>(work: (item: Item) => Promise<void>, atOnceMax: number): WorkQueue<Item> {
  const waiting: Item[] = [];
  let first = 0;
  let underWayCount = 0;
  let settled: (() => void)[] = [];
  return {
    add: (item) => {
      waiting.push(item);
      begin();
    },
    count: () => waiting.length - first + underWayCount,
    settle: () =>
      new Promise((settle) => {
        settled.push(settle);
        tellSettled();
      }),
  };

  function begin(): void {
    while (underWayCount < atOnceMax && first < waiting.length) {
      const item = waiting[first] as Item;
      first += 1;
      underWayCount += 1;
      work(item).finally(end);
    }
    // What has been begun is let go of now and then, and not moved for each item.
    if (first > 1_000) {
      waiting.splice(0, first);
      first = 0;
    }
  }

  function end(): void {
    underWayCount -= 1;
    begin();
    tellSettled();
  }

  function tellSettled(): void {
    if (underWayCount > 0 || first < waiting.length) return;
    for (const settle of settled) settle();
    settled = [];
  }
}
