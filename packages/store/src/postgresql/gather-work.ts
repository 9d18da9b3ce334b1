import { StoreFault } from "../store-fault.ts";

/** What is gathered, and how. */
export type GatheringSettings<Item, Result> = {
  /**
   * Does all of them together; each has its own result, or a promise of it. What is only promised may take long: it
   * keeps its name, and no place among those that are under way.
   */
  readonly doTogether: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>;
  readonly togetherMax: number;
  /** As many may be under way at once; whatever else is asked for meanwhile is gathered. */
  readonly underWayMax: number;
  /** One of a name is begun when the one before it has its result, where that matters. */
  readonly nameOf?: (item: Item) => string;
  readonly nowMs: () => number;
};

/** A place where work is asked for, and done together with what others ask for at the same moment. */
export type Gathering<Item, Result> = {
  /** Rejects as `busy` where too much waits already, and where its turn comes too late; then nothing was done. */
  readonly ask: (item: Item) => Promise<Result>;
  /** Takes no more, and resolves when all that was asked for is through. */
  readonly finish: () => Promise<void>;
};

/** As many may wait, beyond which waiting is no help. */
const waitingMax = 4_096;

/** Whoever waited for so long may be gone, and what was asked for may have been overtaken. */
const waitMsMax = 5_000;

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly name: string | undefined;
  readonly askedMs: number;
  readonly settle: (result: Result | Promise<Result>) => void;
  readonly reject: (failure: unknown) => void;
};

/** Gathers what is asked for in one turn, or while enough is under way; a lone one waits for nobody. */
export function gatherWork<Item, Result>(settings: GatheringSettings<Item, Result>): Gathering<Item, Result> {
  const { doTogether, togetherMax, underWayMax, nameOf, nowMs } = settings;
  const ready: Waiting<Item, Result>[] = [];
  /** Those who wait behind another of their name, which is ready or was taken. */
  const behind = new Map<string, Waiting<Item, Result>[]>();
  const finished = Promise.withResolvers<void>();
  let isFinishing = false;
  let isAboutToBegin = false;
  let waitingCount = 0;
  let takenCount = 0;
  let underWayCount = 0;
  return {
    ask: (item) =>
      new Promise((settle, reject) => {
        if (isFinishing) return reject(new Error("The store is closed; it takes no more work."));
        if (waitingCount >= waitingMax) return reject(explainBusy());
        waitingCount += 1;
        join({ item, name: nameOf?.(item), askedMs: nowMs(), settle, reject });
        if (isAboutToBegin) return;
        isAboutToBegin = true;
        // Whoever asks in the same turn is done together with it.
        queueMicrotask(beginNext);
      }),
    finish: () => {
      isFinishing = true;
      beginNext();
      return finished.promise;
    },
  };

  function join(each: Waiting<Item, Result>): void {
    const others = each.name === undefined ? undefined : behind.get(each.name);
    if (others !== undefined) return void others.push(each);
    if (each.name !== undefined) behind.set(each.name, []);
    ready.push(each);
  }

  function leave({ name }: Waiting<Item, Result>): void {
    takenCount -= 1;
    const next = name === undefined ? undefined : behind.get(name)?.shift();
    if (next !== undefined) ready.push(next);
    else if (name !== undefined) behind.delete(name);
  }

  function beginNext(): void {
    isAboutToBegin = false;
    while (ready.length > 0 && underWayCount < underWayMax) {
      const taken = ready.splice(0, togetherMax);
      waitingCount -= taken.length;
      takenCount += taken.length;
      void run(taken);
    }
    if (isFinishing && takenCount === 0 && waitingCount === 0) finished.resolve();
  }

  async function run(taken: readonly Waiting<Item, Result>[]): Promise<void> {
    underWayCount += 1;
    const promised = await settleTogether(taken);
    underWayCount -= 1;
    for (const each of taken) {
      const result = promised.get(each);
      if (result === undefined) leave(each);
      else
        void result
          .catch(() => {})
          .then(() => leave(each))
          .then(beginNext);
    }
    beginNext();
  }

  /** Gives each its result, and gives back those results that are only promised. */
  async function settleTogether(
    taken: readonly Waiting<Item, Result>[],
  ): Promise<ReadonlyMap<Waiting<Item, Result>, Promise<Result>>> {
    const oldestMs = nowMs() - waitMsMax;
    const timely = taken.filter(({ askedMs }) => askedMs >= oldestMs);
    for (const each of taken) if (each.askedMs < oldestMs) each.reject(explainBusy());
    const promised = new Map<Waiting<Item, Result>, Promise<Result>>();
    if (timely.length === 0) return promised;
    try {
      const results = await doTogether(timely.map(({ item }) => item));
      for (const [index, each] of timely.entries()) {
        const result = results[index] as Result | Promise<Result>;
        each.settle(result);
        if (result instanceof Promise) promised.set(each, result);
      }
    } catch (failure) {
      for (const { reject } of timely) reject(failure);
    }
    return promised;
  }
}

function explainBusy(): StoreFault {
  return new StoreFault("busy", "Too much waits for the store; nothing was done. Try again in a second.");
}
