import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { CardReading } from "../../read/card-reading.ts";
import type { CardImages } from "../../read/read-card.ts";

/** One process that reads one card at a time. */
export interface CardWorker {
  readonly pid: number | undefined;
  /** Fulfilled with whether it has loaded what it reads with, once it has or is ended. */
  readonly loaded: Promise<boolean>;
  isLoaded(): boolean;
  isAlive(): boolean;
  /** Whether it has grown by so much that another is to take its place: now, or once none is read. */
  overgrowth(): Overgrowth;
  /** Reads a card once it has loaded, and copies its images where that is wanted, or ends the process once the time is over. */
  read(images: CardImages, timeMsMax: number, wantsCopies: boolean): Promise<CardOutcome>;
  end(): void;
}

/** What a worker may hold. */
export interface WorkerBounds extends GrowthBounds {
  /** More than this ends the worker at once, whatever it is doing. */
  readonly residentBytesMax: number;
  readonly recogniserCount: number;
  /** Whether images were judged before they came; left out, the worker judges them. */
  readonly areJudged?: boolean;
}

/** How long before its end a worker is to come to one by itself, with what it has read. */
const endingMs = 1_000;

const lookMs = 200;

/** Beside images and pixels, which are outside of it, there is little on the heap. */
const heapMebibytesMax = 512;

/** Short-lived objects of a worker's two threads are few, and what they once took is never given back. */
const youngMebibytesMax = 4;

/** What is larger is asked of the system, and given back to it. */
const keptBytesMax = 131_072;

/**
 * Starts a worker in a process of its own, with no environment and no output: what it crashes on stays with it. One for which
 * the system has no process is as one that died at once.
 */
export function startCardWorker(bounds: WorkerBounds): CardWorker {
  try {
    return followWorker(forkWorker(bounds), bounds);
  } catch (thrown) {
    return {
      pid: undefined,
      loaded: Promise.resolve(false),
      isLoaded: () => false,
      isAlive: () => false,
      overgrowth: () => false,
      end: () => {},
      read: async () => ({ kind: "broke-off", thrown }),
    };
  }
}

function followWorker(child: ChildProcess, bounds: WorkerBounds): CardWorker {
  const loading = Promise.withResolvers<boolean>();
  let isAlive = true;
  let loadedBytes = Number.POSITIVE_INFINITY;
  let restingBytes = 0;
  const isLoaded = (): boolean => loadedBytes < Number.POSITIVE_INFINITY;
  const { begin, take, finish } = expectOutcome();
  const end = (): void => {
    isAlive = false;
    loading.resolve(false);
    child.kill("SIGKILL");
  };
  const breakOff = (thrown?: unknown): void => {
    end();
    finish({ kind: "broke-off", thrown });
  };
  child.on("error", breakOff);
  child.on("exit", () => breakOff());
  child.on("message", (message: WorkerMessage) => {
    restingBytes = message.residentBytes ?? restingBytes;
    // It is about to end by itself, and would be handed the next card until then.
    if (message.kind === "failed" && !isLoaded()) return breakOff(message.thrown);
    if (message.kind !== "loaded") return take(message);
    loadedBytes = message.residentBytes;
    loading.resolve(true);
  });
  return {
    pid: child.pid,
    loaded: loading.promise,
    isLoaded,
    isAlive: () => isAlive,
    overgrowth: () => judgeGrowth({ loadedBytes, restingBytes }, bounds),
    end,
    read: async (images, timeMsMax, wantsCopies) => {
      const endMs = performance.now() + timeMsMax;
      const answered = begin();
      const late = setTimeout(() => {
        end();
        finish({ kind: "late" });
      }, timeMsMax);
      const looking = breakOffBeyond(bounds.residentBytesMax, child, breakOff);
      // A card that came earlier would be part of what a worker weighs when it has loaded.
      const sent = loading.promise.then((hasLoaded) => {
        if (!hasLoaded) return finish({ kind: "broke-off" });
        const timeoutMs = Math.max(0, endMs - performance.now() - endingMs);
        const request: WorkerRequestMessage = { images, timeoutMs, wantsCopies };
        child.send(request, (failure) => {
          if (failure instanceof Error) breakOff(failure);
        });
      });
      sent.catch(breakOff);
      return answered.finally(() => {
        clearTimeout(late);
        clearInterval(looking);
      });
    },
  };
}

function breakOffBeyond(
  residentBytesMax: number,
  { pid }: ChildProcess,
  breakOff: (thrown: Error) => void,
): NodeJS.Timeout {
  return setInterval(async () => {
    if ((await residentBytesOf(pid)) > residentBytesMax) breakOff(new Error("too much memory"));
  }, lookMs);
}

function forkWorker({ recogniserCount, areJudged = false }: WorkerBounds): ChildProcess {
  const program = fileURLToPath(new URL(`./card.worker${extname(import.meta.url)}`, import.meta.url));
  const child = fork(program, [String(recogniserCount), ...(areJudged ? ["judged"] : [])], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    // What an allocator keeps for each thread is never used by the next card, and what it freed of a large picture goes
    // back to the system at once.
    env: {
      MALLOC_ARENA_MAX: "2",
      MALLOC_MMAP_THRESHOLD_: String(keptBytesMax),
      MALLOC_TRIM_THRESHOLD_: String(keptBytesMax),
      // A vast picture is a hundred megabytes at once, which as small pages take a tenth of its time; of no effect on other libraries.
      GLIBC_TUNABLES: "glibc.malloc.hugetlb=1",
    },
    // What a terminal sends to the group of its programs is for the one that reads cards, and not for its workers.
    detached: true,
    execArgv: [
      `--max-old-space-size=${heapMebibytesMax}`,
      `--max-semi-space-size=${youngMebibytesMax}`,
      "--expose-gc",
    ],
  });
  // A worker at rest keeps nobody's process alive; on Bun, whose channel can't be let go of, until it is ended.
  child.unref();
  child.channel?.unref?.();
  return child;
}

/** What became of a card that was handed to a pool. */
export type CardOutcome =
  /** With copies of the images where they were asked for, something was read, and they could be made in time. */
  | { readonly kind: "read"; readonly reading: CardReading; readonly copies?: CardImages | undefined }
  /** The portrait, which is never read, can't be decoded; the card was not looked at. */
  | { readonly kind: "portrait-broken" }
  /** There is no room in the queue, or none came free in time; nothing of the card was looked at. */
  | { readonly kind: "busy" }
  /** The time was over, and the worker was ended with what it had read. */
  | { readonly kind: "late" }
  /** The worker died of this card, or beside it, or could not load; `thrown` is what it threw, if it could tell. */
  | { readonly kind: "broke-off"; readonly thrown?: unknown };

/** What a worker is asked. */
export type WorkerRequestMessage = {
  readonly images: CardImages;
  readonly timeoutMs: number;
  readonly wantsCopies: boolean;
};

/** What a worker answers of a card: once, or twice where copies follow. */
export type WorkerAnswer =
  | { readonly kind: "read"; readonly reading: CardReading; readonly copiesFollow: boolean }
  | { readonly kind: "copies"; readonly copies: CardImages | undefined }
  | { readonly kind: "portrait-broken" }
  | { readonly kind: "failed"; readonly thrown: unknown };

/** What a worker tells: once that it has loaded all it needs, or has failed to, and its answers. */
export type WorkerMessage =
  | { readonly kind: "loaded"; readonly residentBytes: number }
  | (WorkerAnswer & {
      /** The memory that it holds by then; left out where copies follow, since it holds pixels until they are made. */
      readonly residentBytes?: number;
    });

/** Waits for what becomes of one card at a time. */
interface ExpectedOutcome {
  /** Begins to wait for that of the next card. */
  begin(): Promise<CardOutcome>;
  /** Takes what a worker says. */
  take(answer: Exclude<WorkerMessage, { readonly kind: "loaded" }>): void;
  /** Ends the waiting by another cause, if anybody waits; what was read stays read, whatever became of the copies. */
  finish(outcome: CardOutcome): void;
}

/** Makes what waits; nobody waits yet. */
export function expectOutcome(): ExpectedOutcome {
  let settle: ((outcome: CardOutcome) => void) | undefined;
  let read: Extract<CardOutcome, { readonly kind: "read" }> | undefined;
  const finish = (outcome: CardOutcome): void => {
    const settled = settle;
    settle = undefined;
    settled?.(read ?? outcome);
  };
  return {
    finish,
    begin: () => {
      read = undefined;
      return new Promise((settled) => {
        settle = settled;
      });
    },
    take: (answer) => {
      if (answer.kind === "failed") return finish({ kind: "broke-off", thrown: answer.thrown });
      if (answer.kind === "portrait-broken") return finish({ kind: "portrait-broken" });
      if (answer.kind === "read") read = { kind: "read", reading: answer.reading };
      else if (read !== undefined) read = { ...read, copies: answer.copies };
      if (read !== undefined && !(answer.kind === "read" && answer.copiesFollow)) finish(read);
    },
  };
}

/** How much a worker may hold after a card before another takes its place. */
interface GrowthBounds {
  /** So much more than when it had loaded; beyond twice as much it is replaced at once, and else once none is read. */
  readonly growthBytesMax: number;
  /** So much, whatever it held when it had loaded; beyond that it is replaced at once as well. */
  readonly restingBytesMax: number;
}

/** When a worker is to be replaced: at once, once none is read, or not at all. */
type Overgrowth = "now" | "in a lull" | false;

/** Judges what a worker holds after a card by what it held when it had loaded. */
export function judgeGrowth(
  { loadedBytes, restingBytes }: { readonly loadedBytes: number; readonly restingBytes: number },
  { growthBytesMax, restingBytesMax }: GrowthBounds,
): Overgrowth {
  const growthBytes = restingBytes - loadedBytes;
  if (growthBytes > 2 * growthBytesMax || restingBytes > restingBytesMax) return "now";
  return growthBytes > growthBytesMax && "in a lull";
}

/** The memory that a process holds, or 0 where the system does not tell: only Linux tells it without being asked by a command. */
async function residentBytesOf(pid: number | undefined): Promise<number> {
  if (pid === undefined || process.platform !== "linux") return 0;
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(kibibytes ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
