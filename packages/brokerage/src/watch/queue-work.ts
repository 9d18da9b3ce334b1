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

/**
 * Does work under a name when all work that was given under it before has ended; where too many wait, or the turn comes
 * too late, it gives what stands in its place instead.
 */
export type InTurn = <Result>(
  name: string,
  work: () => Promise<Result>,
  instead: () => Result,
) => Promise<Result>;

/** As many as may wait for one name, beyond which waiting is no help. */
const waitingMax = 64;

/** Whoever waited for so long may be gone, and what was asked for may have been overtaken. */
const waitMsMax = 5_000;

/** Lets a process decide on one account after the other, instead of letting all but one of its decisions fail. */
export function takeTurns(nowMs: () => number): InTurn {
  const queues = new Map<string, { last: Promise<unknown>; count: number }>();
  return (name, work, instead) => {
    const queue = queues.get(name) ?? { last: Promise.resolve(), count: 0 };
    if (queue.count >= waitingMax) return Promise.resolve(instead());
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
