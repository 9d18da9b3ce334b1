/** What is gathered, and how. */
export type GatheringSettings<Item, Result> = {
  /** Does all of them together; each has its own result, or a promise of it. */
  readonly doTogether: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>;
  readonly togetherMax: number;
  /** As many may be under way at once; whatever else is asked for meanwhile is gathered. */
  readonly underWayMax: number;
  /** Those of one name are not done together, where that matters. */
  readonly nameOf?: (item: Item) => string;
};

/** A place where work is asked for, and done together with what others ask for at the same moment. */
export type Gathering<Item, Result> = {
  readonly ask: (item: Item) => Promise<Result>;
  /** Resolves when nothing that was asked for waits any more. */
  readonly finish: () => Promise<void>;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly settle: (result: Result | Promise<Result>) => void;
  readonly reject: (failure: unknown) => void;
};

/** Gathers what is asked for in one turn, or while enough is under way; a lone one waits for nobody. */
export function gatherWork<Item, Result>({
  doTogether,
  togetherMax,
  underWayMax,
  nameOf,
}: GatheringSettings<Item, Result>): Gathering<Item, Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let underWayCount = 0;
  let isAboutToBegin = false;
  const finishing: (() => void)[] = [];
  return {
    ask: (item) =>
      new Promise((settle, reject) => {
        waiting.push({ item, settle, reject });
        if (isAboutToBegin) return;
        isAboutToBegin = true;
        // Whoever asks in the same turn is done together with it.
        queueMicrotask(beginNext);
      }),
    finish: () =>
      new Promise((settle) => {
        finishing.push(settle);
        queueMicrotask(beginNext);
      }),
  };

  function beginNext(): void {
    isAboutToBegin = false;
    while (waiting.length > 0 && underWayCount < underWayMax) {
      const { taken, left } = chooseNext(waiting, togetherMax, nameOf);
      waiting = left;
      void run(taken);
    }
    if (underWayCount === 0) for (const settle of finishing.splice(0)) settle();
  }

  async function run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    underWayCount += 1;
    try {
      const results = await doTogether(batch.map(({ item }) => item));
      for (const [index, { settle }] of batch.entries()) settle(results[index] as Result | Promise<Result>);
      // Whatever has only promised to come is under way as well.
      const promised = results.filter((result) => result instanceof Promise);
      if (promised.length > 0) await Promise.allSettled(promised);
    } catch (failure) {
      for (const { reject } of batch) reject(failure);
    }
    underWayCount -= 1;
    beginNext();
  }
}

/** The longest waiting of each name, as many as may be done together. */
function chooseNext<Item, Each extends { readonly item: Item }>(
  waiting: Each[],
  togetherMax: number,
  nameOf: ((item: Item) => string) | undefined,
): { readonly taken: Each[]; readonly left: Each[] } {
  if (waiting.length === 1) return { taken: waiting, left: [] };
  const names = new Set<string>();
  const taken: Each[] = [];
  const left: Each[] = [];
  for (const each of waiting) {
    const name = nameOf?.(each.item);
    const isTaken = taken.length < togetherMax && (name === undefined || !names.has(name));
    if (name !== undefined) names.add(name);
    (isTaken ? taken : left).push(each);
  }
  return { taken, left };
}
