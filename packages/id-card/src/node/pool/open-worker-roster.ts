import type { CardWorker } from "./start-card-worker.ts";

/** The workers of a pool: those that read, and those that wait for a card with all that they have loaded. */
export interface WorkerRoster {
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
export interface RosterBounds {
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
