import { StoreFault } from "../store-fault.ts";

export type BatchQueueOptions<Item, Result> = {
  /**
   * Runs a batch and returns one result per item, or a promise of it. A promise may take long: it occupies its key, but no
   * longer counts as a running batch.
   */
  readonly runBatch: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>;
  readonly batchSizeMax: number;
  /** While this many batches run, further items are collected. */
  readonly concurrencyMax: number;
  /** Items with the same key run one after the other. Without it, all items are independent. */
  readonly keyOf?: (item: Item) => string;
  /** Default: the clock of this process. */
  readonly nowMs?: () => number;
};

/** A queue that runs concurrently submitted items in batches. */
export type BatchQueue<Item, Result> = {
  /** Rejects as `busy` if too many items wait or the item has waited too long. It was not run then. */
  readonly submit: (item: Item) => Promise<Result>;
  /** Accepts no further items, and resolves when all submitted ones have finished. */
  readonly close: () => Promise<void>;
};

/** Items beyond this number are rejected immediately. */
const waitingMax = 4_096;

/** An item that has waited longer is not run: its caller may be gone, and the request may be outdated. */
const waitMsMax = 5_000;

type Entry<Item, Result> = {
  readonly item: Item;
  readonly key: string | undefined;
  readonly submittedMs: number;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (failure: unknown) => void;
};

/** Creates a queue. It batches what is submitted in one turn of the event loop, or while `concurrencyMax` batches run. */
export function createBatchQueue<Item, Result>(
  options: BatchQueueOptions<Item, Result>,
): BatchQueue<Item, Result> {
  const { runBatch, batchSizeMax, concurrencyMax, keyOf, nowMs = () => performance.now() } = options;
  const ready: Entry<Item, Result>[] = [];
  /** For each key with a ready or running entry, the entries that wait for it. */
  const waitingByKey = new Map<string, Entry<Item, Result>[]>();
  const closed = Promise.withResolvers<void>();
  let isClosing = false;
  let isStartScheduled = false;
  let waitingCount = 0;
  /** Entries that were taken from `ready` and whose results have not settled. */
  let activeCount = 0;
  let runningBatchCount = 0;
  return {
    submit: (item) =>
      new Promise((resolve, reject) => {
        if (isClosing) return reject(new Error("The store is closed; it accepts no more calls."));
        if (waitingCount >= waitingMax) return reject(storeBusy());
        waitingCount += 1;
        enqueue({ item, key: keyOf?.(item), submittedMs: nowMs(), resolve, reject });
        if (isStartScheduled) return;
        isStartScheduled = true;
        // The microtask runs after everything else that is submitted in this turn.
        queueMicrotask(startBatches);
      }),
    close: () => {
      isClosing = true;
      startBatches();
      return closed.promise;
    },
  };

  function enqueue(entry: Entry<Item, Result>): void {
    const waiting = entry.key === undefined ? undefined : waitingByKey.get(entry.key);
    if (waiting !== undefined) return void waiting.push(entry);
    if (entry.key !== undefined) waitingByKey.set(entry.key, []);
    ready.push(entry);
  }

  function release({ key }: Entry<Item, Result>): void {
    activeCount -= 1;
    const next = key === undefined ? undefined : waitingByKey.get(key)?.shift();
    if (next !== undefined) ready.push(next);
    else if (key !== undefined) waitingByKey.delete(key);
  }

  function startBatches(): void {
    isStartScheduled = false;
    while (ready.length > 0 && runningBatchCount < concurrencyMax) {
      const batch = ready.splice(0, batchSizeMax);
      waitingCount -= batch.length;
      activeCount += batch.length;
      void run(batch);
    }
    if (isClosing && activeCount === 0 && waitingCount === 0) closed.resolve();
  }

  async function run(batch: readonly Entry<Item, Result>[]): Promise<void> {
    runningBatchCount += 1;
    const pending = await settleBatch(batch);
    runningBatchCount -= 1;
    for (const entry of batch) {
      const result = pending.get(entry);
      if (result === undefined) release(entry);
      else
        void result
          .catch(() => {})
          .then(() => release(entry))
          .then(startBatches);
    }
    startBatches();
  }

  /** Settles the entries of a batch, and returns the results that are still promises. */
  async function settleBatch(
    batch: readonly Entry<Item, Result>[],
  ): Promise<ReadonlyMap<Entry<Item, Result>, Promise<Result>>> {
    const oldestMs = nowMs() - waitMsMax;
    const current = batch.filter(({ submittedMs }) => submittedMs >= oldestMs);
    for (const entry of batch) if (entry.submittedMs < oldestMs) entry.reject(storeBusy());
    const pending = new Map<Entry<Item, Result>, Promise<Result>>();
    if (current.length === 0) return pending;
    try {
      const results = await runBatch(current.map(({ item }) => item));
      for (const [index, entry] of current.entries()) {
        const result = results[index] as Result | Promise<Result>;
        entry.resolve(result);
        if (result instanceof Promise) pending.set(entry, result);
      }
    } catch (failure) {
      for (const { reject } of current) reject(failure);
    }
    return pending;
  }
}

function storeBusy(): StoreFault {
  return new StoreFault("busy", "Too many calls wait for the store; nothing was done. Retry in a second.");
}
