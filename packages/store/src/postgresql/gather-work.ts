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
  const { togetherMax, underWayMax, nameOf, nowMs } = settings;
  const line = keepLine<Waiting<Item, Result>>();
  const finished = Promise.withResolvers<void>();
  let isFinishing = false;
  let isAboutToBegin = false;
  let underWayCount = 0;
  let takenCount = 0;
  return {
    ask: (item) =>
      new Promise((settle, reject) => {
        if (isFinishing) return reject(new Error("The store is closed; it takes no more work."));
        if (line.waitingCount() >= waitingMax) return reject(explainBusy());
        line.join({ item, name: nameOf?.(item), askedMs: nowMs(), settle, reject });
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

  function beginNext(): void {
    isAboutToBegin = false;
    while (line.readyCount() > 0 && underWayCount < underWayMax) {
      const taken = line.takeNext(togetherMax);
      takenCount += taken.length;
      void run(taken);
    }
    if (isFinishing && takenCount === 0 && line.waitingCount() === 0) finished.resolve();
  }

  async function run(taken: readonly Waiting<Item, Result>[]): Promise<void> {
    underWayCount += 1;
    const promised = await settleTogether(taken, settings);
    underWayCount -= 1;
    for (const [index, each] of taken.entries()) {
      const leave = (): void => {
        takenCount -= 1;
        line.leave(each);
      };
      const result = promised[index];
      if (result === undefined) leave();
      else void result.then(leave, leave).then(beginNext);
    }
    beginNext();
  }
}

/** Gives each its result, and gives back those that are only promised, in the places of whose they are. */
async function settleTogether<Item, Result>(
  taken: readonly Waiting<Item, Result>[],
  { doTogether, nowMs }: GatheringSettings<Item, Result>,
): Promise<(Promise<Result> | undefined)[]> {
  const oldestMs = nowMs() - waitMsMax;
  const timely = taken.filter(({ askedMs }) => askedMs >= oldestMs);
  for (const each of taken) if (each.askedMs < oldestMs) each.reject(explainBusy());
  if (timely.length === 0) return [];
  try {
    const results = await doTogether(timely.map(({ item }) => item));
    const promised = new Map<unknown, Promise<Result>>();
    for (const [index, each] of timely.entries()) {
      const result = results[index] as Result | Promise<Result>;
      each.settle(result);
      if (result instanceof Promise) promised.set(each, result);
    }
    return promised.size === 0 ? [] : taken.map((each) => promised.get(each));
  } catch (failure) {
    for (const { reject } of timely) reject(failure);
    return [];
  }
}

function explainBusy(): StoreFault {
  return new StoreFault("busy", "Too much waits for the store; nothing was done. Try again in a second.");
}

/** Whoever waits in it; those without a name wait for nobody in particular. */
type Named = { readonly name: string | undefined };

/** Those who wait, of each name one after the other. */
type Line<Each extends Named> = {
  readonly join: (each: Each) => void;
  /** The longest waiting of those whose turn it may be. */
  readonly takeNext: (countMax: number) => Each[];
  /** Whoever was taken is through, so that the next of its name may be taken. */
  readonly leave: (each: Each) => void;
  /** How many were not taken yet, and how many of them may be. */
  readonly waitingCount: () => number;
  readonly readyCount: () => number;
};

/** Keeps a line in which nobody is looked at twice, however long it is. */
function keepLine<Each extends Named>(): Line<Each> {
  let ready: Each[] = [];
  /** Behind the one of each name that is ready or was taken. */
  const behind = new Map<string, Each[]>();
  let waitingCount = 0;
  return {
    join: (each) => {
      waitingCount += 1;
      const others = each.name === undefined ? undefined : behind.get(each.name);
      if (others !== undefined) return void others.push(each);
      if (each.name !== undefined) behind.set(each.name, []);
      ready.push(each);
    },
    takeNext: (countMax) => {
      const taken = ready;
      // Mostly it is all of them, and then nothing is copied.
      ready = taken.length > countMax ? taken.splice(countMax) : [];
      waitingCount -= taken.length;
      return taken;
    },
    leave: ({ name }) => {
      if (name === undefined) return;
      const next = behind.get(name)?.shift();
      if (next === undefined) behind.delete(name);
      else ready.push(next);
    },
    waitingCount: () => waitingCount,
    readyCount: () => ready.length,
  };
}
