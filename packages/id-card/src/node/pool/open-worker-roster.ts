import { type CardWorker, startCardWorker, type WorkerBounds } from "./start-card-worker.ts";

/** The workers of a pool: those that read, and those that wait for a card with all that they have loaded. */
export interface WorkerRoster {
  countAtWork(): number;
  listPids(): readonly number[];
  /** Gives one that waits, or starts one. */
  take(): CardWorker;
  /** Takes one back after a card; one that is not fit for another is ended. */
  giveBack(worker: CardWorker): void;
  /** Ends all of them, and whatever they read. */
  close(): void;
}

/** Opens a roster on which nobody is yet; a worker that waits for so long is ended. */
export function openWorkerRoster(bounds: WorkerBounds, restMsMax: number): WorkerRoster {
  const workers = new Map<CardWorker, NodeJS.Timeout | "at work">();
  let isClosed = false;
  const end = (worker: CardWorker): void => {
    const state = workers.get(worker);
    if (state !== "at work") clearTimeout(state);
    workers.delete(worker);
    worker.end();
  };
  return {
    countAtWork: () => [...workers.values()].filter((state) => state === "at work").length,
    listPids: () => [...workers.keys()].flatMap(({ pid }) => pid ?? []),
    take: () => {
      for (const [worker, state] of workers) {
        if (state === "at work") continue;
        clearTimeout(state);
        if (worker.isFit()) {
          workers.set(worker, "at work");
          return worker;
        }
        end(worker);
      }
      const worker = startCardWorker(bounds);
      workers.set(worker, "at work");
      return worker;
    },
    giveBack: (worker) => {
      if (isClosed || !worker.isFit()) end(worker);
      else workers.set(worker, setTimeout(() => end(worker), restMsMax).unref());
    },
    close: () => {
      isClosed = true;
      for (const worker of workers.keys()) end(worker);
    },
  };
}
