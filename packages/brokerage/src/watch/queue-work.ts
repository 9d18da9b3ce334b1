/** A queue that starts work in order and runs some of it concurrently. */
export type WorkQueue<Item> = {
  readonly add: (item: Item) => void;
  /** How many items wait or run. */
  readonly count: () => number;
  /** Resolves when nothing waits or runs. */
  readonly settle: () => Promise<void>;
};

/** Runs `work` on items with bounded concurrency. `work` reports its failures itself and must not reject. */
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
        reportSettled();
      }),
  };

  function begin(): void {
    while (underWayCount < atOnceMax && first < waiting.length) {
      const item = waiting[first] as Item;
      first += 1;
      underWayCount += 1;
      work(item).finally(end);
    }
    // Started items are removed in bulk, since removing each would shift the array.
    if (first > 1_000) {
      waiting.splice(0, first);
      first = 0;
    }
  }

  function end(): void {
    underWayCount -= 1;
    begin();
    reportSettled();
  }

  function reportSettled(): void {
    if (underWayCount > 0 || first < waiting.length) return;
    for (const settle of settled) settle();
    settled = [];
  }
}

/**
 * Runs work under a name after all earlier work under that name. If too many wait or the turn comes too late, returns
 * the result of `instead`.
 */
export type InTurn = <Result>(
  name: string,
  work: () => Promise<Result>,
  instead: () => Result,
) => Promise<Result>;

/** The usual maximum number that runs and waits for one name. */
const usualCountMax = 64;

/** After this time the caller may be gone and the request outdated. */
const waitMsMax = 5_000;

/** Serializes a process's decisions on each account. Concurrently, all but one would fail. */
export function takeTurns(nowMs: () => number, countMax: number = usualCountMax): InTurn {
  const queues = new Map<string, { last: Promise<unknown>; count: number }>();
  return (name, work, instead) => {
    const queue = queues.get(name) ?? { last: Promise.resolve(), count: 0 };
    if (queue.count >= countMax) return Promise.resolve(instead());
    const askedMs = nowMs();
    const begin = () => (nowMs() - askedMs > waitMsMax ? Promise.resolve(instead()) : work());
    const turn = queue.count === 0 ? begin() : queue.last.then(begin, begin);
    queue.last = turn;
    queue.count += 1;
    queues.set(name, queue);
    const leave = (): void => {
      queue.count -= 1;
      if (queue.count === 0) queues.delete(name);
    };
    turn.then(leave, leave);
    return turn;
  };
}
