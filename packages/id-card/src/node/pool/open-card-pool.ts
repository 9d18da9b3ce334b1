import { availableParallelism } from "node:os";
import type { CardImages } from "../../read/read-card.ts";
import type { CardOutcome } from "./card-outcome.ts";
import { openWorkerRoster } from "./open-worker-roster.ts";
import { startCardWorker } from "./start-card-worker.ts";

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
  const { waitMsMax = 4_000, timeoutMs = 10_000, restMsMax = 300_000 } = options;
  const {
    residentBytesMax = 1_000_000_000,
    growthBytesMax = 60_000_000,
    restingBytesMax = 300_000_000,
  } = options;
  const bounds = { residentBytesMax, growthBytesMax, restingBytesMax, recogniserCount: 1 };
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
