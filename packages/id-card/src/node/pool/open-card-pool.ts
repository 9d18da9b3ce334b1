import { availableParallelism } from "node:os";
import type { CardImages } from "../../read/read-card.ts";
import { type CardOutcome, type CardWorker, startCardWorker } from "./start-card-worker.ts";

/** How a pool is opened; what is left out is as the comment says. */
export interface CardPoolOptions {
  /** How many cards are read at once; one a core. */
  readonly workerCountMax?: number;
  /** How many wait for a worker; 16. Whoever comes then is told that the pool is busy. */
  readonly waitingCountMax?: number;
  /** How long one waits for a worker; 4,000. */
  readonly waitMsMax?: number;
  /** How long a card takes, from its coming to its outcome; 10,000. */
  readonly timeoutMs?: number;
  /** How much memory a worker may hold at any moment; 1,000,000,000. */
  readonly residentBytesMax?: number;
  /** How much more it may hold after a card than when it had loaded; 60,000,000. Beyond that another takes its place once no card is read, and beyond twice as much at once. */
  readonly growthBytesMax?: number;
  /** How much it may hold after a card, whatever it held when it had loaded; 300,000,000. Beyond that another takes its place at once. */
  readonly restingBytesMax?: number;
  /** How long a worker stays without work, with what it has loaded; 300,000. */
  readonly restMsMax?: number;
  /** Whether each image passed `judgeImage` before; left out, it is judged by the worker. */
  readonly areJudged?: boolean;
}

/** Reads cards in processes of their own, so that a card that hangs or crashes costs nobody else's. */
export interface CardPool {
  /** Reads a card; where copies are wanted, they are its images drawn anew, without metadata, if anything of it was read. */
  read(images: CardImages, options?: { readonly wantsCopies?: boolean }): Promise<CardOutcome>;
  /** The processes that are there, and how many cards wait for one. */
  look(): { readonly pids: readonly number[]; readonly waitingCount: number };
  /** Ends all workers; cards that are being read break off, and none is taken any more. */
  close(): void;
}

type Job = {
  readonly images: CardImages;
  readonly wantsCopies: boolean;
  readonly endMs: number;
  readonly settle: (outcome: CardOutcome) => void;
};

/** Opens a pool; no worker is started before there is a card for it. */
export function openCardPool(options: CardPoolOptions = {}): CardPool {
  const { workerCountMax = availableParallelism(), waitingCountMax = 16 } = options;
  const { waitMsMax = 4_000, timeoutMs = 10_000, restMsMax = 300_000, areJudged = false } = options;
  const {
    residentBytesMax = 1_000_000_000,
    growthBytesMax = 60_000_000,
    restingBytesMax = 300_000_000,
  } = options;
  const bounds = { residentBytesMax, growthBytesMax, restingBytesMax, recogniserCount: 1, areJudged };
  const roster = openWorkerRoster(() => startCardWorker(bounds), { workerCountMax, restMsMax });
  const waiting = new Set<Job>();
  let isClosed = false;

  const begin = async (job: Job): Promise<void> => {
    const worker = roster.take();
    const outcome = await worker.read(job.images, job.endMs - performance.now(), job.wantsCopies);
    roster.giveBack(worker);
    job.settle(outcome);
    const [next] = waiting;
    if (next !== undefined && !isClosed) {
      waiting.delete(next);
      void begin(next);
    }
    roster.replaceGrown();
  };
  return {
    read: async (images, { wantsCopies = false } = {}) => {
      if (isClosed) return { kind: "busy" };
      return new Promise((settle) => {
        const job = { images, wantsCopies, settle, endMs: performance.now() + timeoutMs };
        if (roster.countAtWork() < workerCountMax) return void begin(job);
        if (waiting.size >= waitingCountMax) return settle({ kind: "busy" });
        waiting.add(job);
        setTimeout(() => {
          if (waiting.delete(job)) settle({ kind: "busy" });
        }, waitMsMax).unref();
      });
    },
    look: () => ({ pids: roster.listPids(), waitingCount: waiting.size }),
    close: () => {
      isClosed = true;
      for (const job of waiting) job.settle({ kind: "busy" });
      waiting.clear();
      roster.close();
    },
  };
}

/** The workers of a pool: those that read, and those that wait for a card with all that they have loaded. */
interface WorkerRoster {
  countAtWork(): number;
  listPids(): readonly number[];
  /** Gives one that waits, or starts one. */
  take(): CardWorker;
  /** Takes one back after a card; where it died, and none follows it yet, another is started. */
  giveBack(worker: CardWorker): void;
  /** Starts another for one that has grown too much, if it is time for that. */
  replaceGrown(): void;
  /** Ends all of them, and whatever they read. */
  close(): void;
}

/** What a roster may hold on to. */
interface RosterBounds {
  /** With so many alive, none is started for one that died; only one that has grown has its successor beside it. */
  readonly workerCountMax: number;
  /** A worker that waits for a card so long is ended. */
  readonly restMsMax: number;
}

/** What a worker is doing: reading a card, or waiting to be ended. */
type State = NodeJS.Timeout | "at work";

/** Opens a roster on which nobody is yet. */
export function openWorkerRoster(start: () => CardWorker, bounds: RosterBounds): WorkerRoster {
  const workers = new Map<CardWorker, State>();
  /** Who takes the place of a worker that has grown; that one reads on until the other has loaded. */
  const successors = new Map<CardWorker, CardWorker>();
  let isClosed = false;
  const enter = (worker: CardWorker, state: State): void => {
    const before = workers.get(worker);
    if (before !== "at work") clearTimeout(before);
    workers.set(worker, state);
  };
  const end = (worker: CardWorker): void => {
    enter(worker, "at work");
    workers.delete(worker);
    successors.delete(worker);
    worker.end();
  };
  const rest = (worker: CardWorker): CardWorker => {
    enter(worker, setTimeout(() => end(worker), bounds.restMsMax).unref());
    return worker;
  };
  const replace = async (worker: CardWorker): Promise<void> => {
    const successor = rest(start());
    successors.set(worker, successor);
    const isLoaded = await successor.loaded;
    // One that could not even load is no reason to do without the other.
    if (!isLoaded) successors.delete(worker);
    if (!isLoaded) end(successor);
    else if (workers.get(worker) !== "at work") end(worker);
    if (isLoaded) replaceGrown();
  };
  const restore = (dead: CardWorker): void => {
    const isReplaced = successors.get(dead)?.isAlive() === true;
    end(dead);
    if (!isReplaced && countLiving(workers.keys()) < bounds.workerCountMax) rest(start());
  };
  const replaceGrown = (): void => {
    for (const grown of listGrown(workers, successors)) void replace(grown);
  };
  return {
    countAtWork: () => countAtWork(workers),
    listPids: () => [...workers.keys()].flatMap(({ pid }) => pid ?? []),
    take: () => {
      for (const dead of listWaiting(workers).filter((worker) => !worker.isAlive())) end(dead);
      const worker = findReady(listWaiting(workers), new Set(successors.values())) ?? start();
      enter(worker, "at work");
      return worker;
    },
    giveBack: (worker) => {
      if (isClosed) return end(worker);
      if (!worker.isAlive()) return restore(worker);
      if (successors.get(worker)?.isLoaded() === true) return end(worker);
      rest(worker);
    },
    replaceGrown,
    close: () => {
      isClosed = true;
      for (const worker of workers.keys()) end(worker);
    },
  };
}

function listWaiting(workers: ReadonlyMap<CardWorker, State>): readonly CardWorker[] {
  return [...workers].flatMap(([worker, state]) => (state === "at work" ? [] : worker));
}

/** Finds one that is not only coming in place of another. */
function findReady(
  waiting: readonly CardWorker[],
  successive: ReadonlySet<CardWorker>,
): CardWorker | undefined {
  return waiting.find((worker) => worker.isLoaded() || !successive.has(worker));
}

/** Lists those that are to be replaced now. Loading takes a core for a second, which cards that are read would miss: in a lull, and one at a time. */
function listGrown(
  workers: ReadonlyMap<CardWorker, State>,
  successors: ReadonlyMap<CardWorker, CardWorker>,
): readonly CardWorker[] {
  const unfollowed = [...workers.keys()].filter((worker) => worker.isAlive() && !successors.has(worker));
  const isLull = countAtWork(workers) === 0 && successors.size === 0;
  const inLull = unfollowed.filter((worker) => worker.overgrowth() === "in a lull").slice(0, isLull ? 1 : 0);
  return [...unfollowed.filter((worker) => worker.overgrowth() === "now"), ...inLull];
}

function countAtWork(workers: ReadonlyMap<CardWorker, State>): number {
  return [...workers.values()].filter((state) => state === "at work").length;
}

function countLiving(workers: Iterable<CardWorker>): number {
  return [...workers].filter((worker) => worker.isAlive()).length;
}
