import { type ChildProcess, fork } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { CardImages } from "../../read/read-card.ts";
import type { CardOutcome } from "./card-outcome.ts";
import { expectOutcome } from "./expect-outcome.ts";
import { type GrowthBounds, judgeGrowth, type Overgrowth } from "./judge-growth.ts";
import { residentBytesOf } from "./resident-bytes-of.ts";
import type { WorkerMessage, WorkerRequestMessage } from "./worker-message.ts";

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
    return followWorker(forkWorker(bounds.recogniserCount), bounds);
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

function forkWorker(recogniserCount: number): ChildProcess {
  const program = fileURLToPath(new URL(`./card.worker${extname(import.meta.url)}`, import.meta.url));
  const child = fork(program, [String(recogniserCount)], {
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
