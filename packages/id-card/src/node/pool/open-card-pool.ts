import { availableParallelism } from "node:os";
import type { CardImages } from "../../read/read-card.ts";
import { openCardQueue, type WiderSender } from "./card-queue.ts";
import { type CardOutcome, type CardWorker, startCardWorker } from "./start-card-worker.ts";

/** Options of {@link openCardPool}. */
export interface CardPoolOptions {
  /** How many cards are read at once, each in a process. Default: the number of cores. */
  readonly workerCountMax?: number;
  /** How many cards may wait for a worker; the outcome of those without room is `busy`. Default: 16. */
  readonly waitingCountMax?: number;
  /** The wider groups of a sender, such as the networks of an address, which have turns as senders do. Default: none. */
  readonly widenSender?: (sender: string) => readonly WiderSender[];
  /** How long a card waits for a worker before the outcome is `busy`. Default: 4,000. */
  readonly waitMsMax?: number;
  /** The time from the call of `read` to the outcome, waiting included. Default: 10,000. */
  readonly timeoutMs?: number;
  /** A worker with more resident memory is killed, even while it reads. Default: 1,000,000,000. */
  readonly residentBytesMax?: number;
  /**
   * A worker that has grown by more since loading is replaced when no card is being read; one that has grown by twice as much is
   * replaced at once. Default: 60,000,000.
   */
  readonly growthBytesMax?: number;
  /** A worker that holds more after a card is replaced at once. Default: 300,000,000. */
  readonly idleBytesMax?: number;
  /** How long an idle worker is kept. Default: 300,000. */
  readonly idleMsMax?: number;
  /** Set it if every image has passed `checkImage` already, so that the workers skip the check. Default: `false`. */
  readonly areJudged?: boolean;
}

/** Options of a card in a {@link CardPool}. */
export interface CardReadOptions {
  /** Whether copies of the images are wanted. Default: `false`. */
  readonly wantsCopies?: boolean;
  /**
   * Who sent the card. Cards that wait are read by senders in turn, the one with the least costly time first, which is the reading
   * time of a card beyond 2 s. While cards of others wait, four of a sender may wait. Senders of more than a second of costly time within a
   * minute leave one of several workers to others.
   * Default: all cards have one sender.
   */
  readonly sender?: string;
  /** Drops the card if it still waits: the outcome is `aborted`. A card that is being read is read to its end. */
  readonly signal?: AbortSignal;
  /** Called when a worker begins to read the card. */
  readonly onBegin?: () => void;
}

/** Reads cards in worker processes, so that a card that hangs or crashes does not affect other cards or this process. */
export interface CardPool {
  /**
   * Reads a card. The promise never rejects. With `wantsCopies` an outcome of kind `read` has the images encoded again without
   * their metadata, as JPEG of at most 3,000 pixels a side, if at least one field was read and time was left.
   */
  read(images: CardImages, options?: CardReadOptions): Promise<CardOutcome>;
  /** The process ids of the workers, and the number of cards that wait for one. */
  status(): { readonly pids: readonly number[]; readonly waitingCount: number };
  /** Kills all workers. Cards that are being read end as `crashed`, waiting and later ones as `busy`. */
  close(): void;
}

type Job = {
  readonly images: CardImages;
  readonly wantsCopies: boolean;
  readonly sender: string;
  readonly onBegin: () => void;
  readonly endMs: number;
  readonly settle: (outcome: CardOutcome) => void;
};

/**
 * Opens a pool. A worker is started when the first card needs it, which takes about a second.
 *
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { openCardPool } from "@trading-oms/id-card/pool";
 *
 * const pool = openCardPool({ workerCountMax: 2, waitingCountMax: 16 });
 * const outcome = await pool.read({ front: await readFile("front.jpg") });
 * if (outcome.kind === "read") console.log(outcome.reading.fields.idNumber?.value);
 * else console.error(`The card was not read: ${outcome.kind}`);
 * pool.close();
 * ```
 */
export function openCardPool(options: CardPoolOptions = {}): CardPool {
  const { workerCountMax = availableParallelism(), waitingCountMax = 16, widenSender = () => [] } = options;
  const { waitMsMax = 4_000, timeoutMs = 10_000, idleMsMax = 300_000, areJudged = false } = options;
  const {
    residentBytesMax = 1_000_000_000,
    growthBytesMax = 60_000_000,
    idleBytesMax = 300_000_000,
  } = options;
  const bounds = { residentBytesMax, growthBytesMax, idleBytesMax, recogniserCount: 1, areJudged };
  const roster = openWorkerRoster(() => startCardWorker(bounds), { workerCountMax, idleMsMax });
  const queue = openCardQueue<Job>({
    ...{ workerCountMax, waitingCountMax, widenSender },
    nowMs: () => performance.now(),
  });
  let isClosed = false;

  const begin = async (job: Job): Promise<void> => {
    const worker = roster.acquire();
    const end = queue.begin(job);
    job.onBegin();
    const outcome = await worker.read(job.images, job.endMs - performance.now(), job.wantsCopies);
    end();
    roster.release(worker);
    job.settle(outcome);
    while (!isClosed && roster.countBusy() < workerCountMax) {
      const next = queue.next();
      if (next === undefined) break;
      void begin(next);
    }
    roster.replaceGrown();
  };
  return {
    read: async (images, { wantsCopies = false, sender = "", signal, onBegin = () => {} } = {}) => {
      if (isClosed) return { kind: "busy" };
      if (signal?.aborted) return { kind: "aborted" };
      return new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const abort = (): void => drop({ kind: "aborted" });
        // Timer and listener hold the images.
        const stopWaiting = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", abort);
        };
        const job: Job = {
          ...{ images, wantsCopies, sender },
          onBegin: () => {
            stopWaiting();
            onBegin();
          },
          endMs: performance.now() + timeoutMs,
          settle: (outcome) => {
            stopWaiting();
            resolve(outcome);
          },
        };
        const drop = (outcome: CardOutcome): void => {
          if (queue.remove(job)) job.settle(outcome);
        };
        if (roster.countBusy() < workerCountMax && queue.mayBegin(job)) return void begin(job);
        timer = setTimeout(() => drop({ kind: "busy" }), waitMsMax).unref();
        signal?.addEventListener("abort", abort);
        queue.add(job)?.settle({ kind: "busy" });
      });
    },
    status: () => ({ pids: roster.listPids(), waitingCount: queue.size }),
    close: () => {
      isClosed = true;
      for (const job of queue.clear()) job.settle({ kind: "busy" });
      roster.close();
    },
  };
}

/** The workers of a pool, busy and idle. */
interface WorkerRoster {
  countBusy(): number;
  listPids(): readonly number[];
  /** Takes an idle worker, or starts one. */
  acquire(): CardWorker;
  /** Returns a worker after a card. If it died and has no successor yet, another is started. */
  release(worker: CardWorker): void;
  /** Starts successors for the workers that have to be replaced now. */
  replaceGrown(): void;
  /** Kills all workers, busy ones too. */
  close(): void;
}

/** Limits of a roster. */
interface RosterBounds {
  /** With this many alive, a dead worker is not replaced. Only successors of grown workers are started beyond it. */
  readonly workerCountMax: number;
  /** A worker that has been idle for this long is ended. */
  readonly idleMsMax: number;
}

/** A worker is busy, or idle with a timer that ends it. */
type State = NodeJS.Timeout | "busy";

/** Opens a roster without workers. */
export function openWorkerRoster(start: () => CardWorker, bounds: RosterBounds): WorkerRoster {
  const workers = new Map<CardWorker, State>();
  /** The successors of grown workers. A grown worker reads on until its successor has loaded. */
  const successors = new Map<CardWorker, CardWorker>();
  let isClosed = false;
  const setState = (worker: CardWorker, state: State): void => {
    const before = workers.get(worker);
    if (before !== "busy") clearTimeout(before);
    workers.set(worker, state);
  };
  const end = (worker: CardWorker): void => {
    // Clears its timer.
    setState(worker, "busy");
    workers.delete(worker);
    successors.delete(worker);
    worker.end();
  };
  const makeIdle = (worker: CardWorker): CardWorker => {
    setState(worker, setTimeout(() => end(worker), bounds.idleMsMax).unref());
    return worker;
  };
  const replace = async (worker: CardWorker): Promise<void> => {
    const successor = makeIdle(start());
    successors.set(worker, successor);
    const isLoaded = await successor.loaded;
    // If the successor cannot load, the grown worker stays.
    if (!isLoaded) successors.delete(worker);
    if (!isLoaded) end(successor);
    else if (workers.get(worker) !== "busy") end(worker);
    if (isLoaded) replaceGrown();
  };
  const replaceDead = (dead: CardWorker): void => {
    const isReplaced = successors.get(dead)?.isAlive() === true;
    end(dead);
    if (!isReplaced && countLiving(workers.keys()) < bounds.workerCountMax) makeIdle(start());
  };
  const replaceGrown = (): void => {
    for (const grown of listGrown(workers, successors)) void replace(grown);
  };
  return {
    countBusy: () => countBusy(workers),
    listPids: () => [...workers.keys()].flatMap(({ pid }) => pid ?? []),
    acquire: () => {
      for (const dead of listIdle(workers).filter((worker) => !worker.isAlive())) end(dead);
      const worker = findReady(listIdle(workers), new Set(successors.values())) ?? start();
      setState(worker, "busy");
      return worker;
    },
    release: (worker) => {
      if (isClosed) return end(worker);
      if (!worker.isAlive()) return replaceDead(worker);
      if (successors.get(worker)?.isLoaded() === true) return end(worker);
      makeIdle(worker);
    },
    replaceGrown,
    close: () => {
      isClosed = true;
      for (const worker of workers.keys()) end(worker);
    },
  };
}

function listIdle(workers: ReadonlyMap<CardWorker, State>): readonly CardWorker[] {
  return [...workers].flatMap(([worker, state]) => (state === "busy" ? [] : worker));
}

/** Finds an idle worker, except successors that are still loading: their predecessors are ready. */
function findReady(idle: readonly CardWorker[], successors: ReadonlySet<CardWorker>): CardWorker | undefined {
  return idle.find((worker) => worker.isLoaded() || !successors.has(worker));
}

/**
 * Lists the workers to replace now. Loading takes a core for a second, which would slow cards that are being read, so workers
 * that can wait are replaced one at a time and while all are idle.
 */
function listGrown(
  workers: ReadonlyMap<CardWorker, State>,
  successors: ReadonlyMap<CardWorker, CardWorker>,
): readonly CardWorker[] {
  const candidates = [...workers.keys()].filter((worker) => worker.isAlive() && !successors.has(worker));
  const areIdle = countBusy(workers) === 0 && successors.size === 0;
  const oneWhenIdle = candidates
    .filter((worker) => worker.overgrowth() === "when idle")
    .slice(0, areIdle ? 1 : 0);
  return [...candidates.filter((worker) => worker.overgrowth() === "now"), ...oneWhenIdle];
}

function countBusy(workers: ReadonlyMap<CardWorker, State>): number {
  return [...workers.values()].filter((state) => state === "busy").length;
}

function countLiving(workers: Iterable<CardWorker>): number {
  return [...workers].filter((worker) => worker.isAlive()).length;
}
