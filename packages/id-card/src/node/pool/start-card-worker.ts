import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { CardReading } from "../../read/card-reading.ts";
import type { CardImages } from "../../read/read-card.ts";

/** A child process that reads one card at a time. */
export interface CardWorker {
  readonly pid: number | undefined;
  /** Resolves to `true` when it has loaded, and to `false` if it ended before. */
  readonly loaded: Promise<boolean>;
  isLoaded(): boolean;
  isAlive(): boolean;
  /** Whether it has to be replaced because of its memory: now, or when no card is being read. */
  overgrowth(): Overgrowth;
  /** Waits until it has loaded, then reads a card and copies its images if wanted. After `timeMsMax` the process is killed. */
  read(images: CardImages, timeMsMax: number, wantsCopies: boolean): Promise<CardOutcome>;
  /** Kills the process. */
  end(): void;
}

/** Memory limits and options of a worker. */
export interface WorkerBounds extends GrowthBounds {
  /** Beyond this the worker is killed at once, even while it reads. */
  readonly residentBytesMax: number;
  readonly recogniserCount: number;
  /** Whether images were checked by `checkImage` already. Default: the worker checks them. */
  readonly areJudged?: boolean;
}

/** The worker's own deadline lies this much before it is killed, so that it can return what it has read. */
const killMarginMs = 1_000;

const memoryPollMs = 200;

/** Images and pixels are outside the heap, so little is on it. */
const heapMebibytesMax = 512;

/** There are few short-lived objects, and V8 never shrinks the semi-space again. */
const semiSpaceMebibytesMax = 4;

/** glibc maps larger blocks separately and unmaps them when they are freed. */
const mmapThresholdBytes = 131_072;

/**
 * Starts a worker process without environment and output, so that a crash affects its card alone. If the process cannot be
 * started, the returned worker is dead and its `read` resolves to `crashed`.
 */
export function startCardWorker(bounds: WorkerBounds): CardWorker {
  try {
    return wrapProcess(forkWorker(bounds), bounds);
  } catch (thrown) {
    return {
      pid: undefined,
      loaded: Promise.resolve(false),
      isLoaded: () => false,
      isAlive: () => false,
      overgrowth: () => false,
      end: () => {},
      read: async () => ({ kind: "crashed", thrown }),
    };
  }
}

function wrapProcess(child: ChildProcess, bounds: WorkerBounds): CardWorker {
  const loading = Promise.withResolvers<boolean>();
  let isAlive = true;
  let loadedBytes = Number.POSITIVE_INFINITY;
  let idleBytes = 0;
  const isLoaded = (): boolean => loadedBytes < Number.POSITIVE_INFINITY;
  const { begin, take, finish } = expectOutcome();
  const end = (): void => {
    isAlive = false;
    loading.resolve(false);
    child.kill("SIGKILL");
  };
  const breakOff = (thrown?: unknown): void => {
    end();
    finish({ kind: "crashed", thrown });
  };
  child.on("error", breakOff);
  child.on("exit", () => breakOff());
  child.on("message", (message: WorkerMessage) => {
    idleBytes = message.residentBytes ?? idleBytes;
    // The worker is about to exit. It is ended now, so that it gets no other card before that.
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
    overgrowth: () => checkGrowth({ loadedBytes, idleBytes }, bounds),
    end,
    read: async (images, timeMsMax, wantsCopies) => {
      const endMs = performance.now() + timeMsMax;
      const outcome = begin();
      const late = setTimeout(() => {
        end();
        finish({ kind: "late" });
      }, timeMsMax);
      const memoryTimer = watchMemory(bounds.residentBytesMax, child, breakOff);
      // A card that is sent earlier would count as memory that the worker holds after loading.
      const sent = loading.promise.then((hasLoaded) => {
        if (!hasLoaded) return finish({ kind: "crashed" });
        const timeoutMs = Math.max(0, endMs - performance.now() - killMarginMs);
        const request: WorkerRequestMessage = { images, timeoutMs, wantsCopies };
        child.send(request, (failure) => {
          if (failure instanceof Error) breakOff(failure);
        });
      });
      sent.catch(breakOff);
      return outcome.finally(() => {
        clearTimeout(late);
        clearInterval(memoryTimer);
      });
    },
  };
}

function watchMemory(
  residentBytesMax: number,
  { pid }: ChildProcess,
  breakOff: (thrown: Error) => void,
): NodeJS.Timeout {
  return setInterval(async () => {
    if ((await residentBytesOf(pid)) > residentBytesMax) breakOff(new Error("too much memory"));
  }, memoryPollMs);
}

function forkWorker({ recogniserCount, areJudged = false }: WorkerBounds): ChildProcess {
  const program = fileURLToPath(new URL(`./card.worker${extname(import.meta.url)}`, import.meta.url));
  const child = fork(program, [String(recogniserCount), ...(areJudged ? ["judged"] : [])], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    // glibc: few arenas, because memory that an arena keeps for a thread is not reused by the next card, and large blocks are
    // returned to the system when they are freed.
    env: {
      MALLOC_ARENA_MAX: "2",
      MALLOC_MMAP_THRESHOLD_: String(mmapThresholdBytes),
      MALLOC_TRIM_THRESHOLD_: String(mmapThresholdBytes),
      // Huge pages save a tenth of the time of a very large picture, which takes a hundred megabytes at once.
      GLIBC_TUNABLES: "glibc.malloc.hugetlb=1",
    },
    // Starts a new process group, because a terminal sends signals (Ctrl+C) to the whole group.
    detached: true,
    execArgv: [
      `--max-old-space-size=${heapMebibytesMax}`,
      `--max-semi-space-size=${semiSpaceMebibytesMax}`,
      "--expose-gc",
    ],
  });
  // An idle worker must not keep the parent alive. On Bun the channel has no `unref`, so there it does until it is ended.
  child.unref();
  child.channel?.unref?.();
  return child;
}

/** The outcome of a card in a `CardPool`. */
export type CardOutcome =
  /** The card was read. `copies` are set if they were requested, at least one field was read and time was left. */
  | { readonly kind: "read"; readonly reading: CardReading; readonly copies?: CardImages | undefined }
  /** The portrait cannot be decoded. The card was not read. */
  | { readonly kind: "portrait-broken" }
  /** The queue is full, or no worker became free in time. The card was not read; try again later. */
  | { readonly kind: "busy" }
  /** The signal of the card was aborted while it waited. The card was not read. */
  | { readonly kind: "aborted" }
  /** The time ran out and the worker was killed. What it had read is lost. */
  | { readonly kind: "late" }
  /** The worker died, was killed for its memory, or could not load. `thrown` is the cause if it is known. */
  | { readonly kind: "crashed"; readonly thrown?: unknown };

/** A request to a worker. */
export type WorkerRequestMessage = {
  readonly images: CardImages;
  readonly timeoutMs: number;
  readonly wantsCopies: boolean;
};

/** A worker's answer to a request. There is a second one if `copiesFollow`. */
export type WorkerAnswer =
  | { readonly kind: "read"; readonly reading: CardReading; readonly copiesFollow: boolean }
  | { readonly kind: "copies"; readonly copies: CardImages | undefined }
  | { readonly kind: "portrait-broken" }
  | { readonly kind: "failed"; readonly thrown: unknown };

/** A message of a worker: one after loading (`loaded` or `failed`), then its answers. */
export type WorkerMessage =
  | { readonly kind: "loaded"; readonly residentBytes: number }
  | (WorkerAnswer & {
      /** Its resident memory. Left out if copies follow, because the pixels are still in memory then. */
      readonly residentBytes?: number;
    });

/** Turns the messages of a worker into the outcome of one card at a time. */
interface ExpectedOutcome {
  /** Starts waiting for the outcome of the next card. */
  begin(): Promise<CardOutcome>;
  /** Handles an answer of the worker. */
  take(answer: Exclude<WorkerMessage, { readonly kind: "loaded" }>): void;
  /** Settles a pending outcome for another reason. A card that was read already stays `read`, without copies. */
  finish(outcome: CardOutcome): void;
}

/** Creates an `ExpectedOutcome` without a pending card. */
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
      if (answer.kind === "failed") return finish({ kind: "crashed", thrown: answer.thrown });
      if (answer.kind === "portrait-broken") return finish({ kind: "portrait-broken" });
      if (answer.kind === "read") read = { kind: "read", reading: answer.reading };
      else if (read !== undefined) read = { ...read, copies: answer.copies };
      if (read !== undefined && !(answer.kind === "read" && answer.copiesFollow)) finish(read);
    },
  };
}

/** How much memory a worker may hold after a card before it is replaced. */
interface GrowthBounds {
  /** Growth since loading. Beyond it the worker is replaced when no card is being read, beyond twice as much at once. */
  readonly growthBytesMax: number;
  /** Total memory. Beyond it the worker is replaced at once. */
  readonly idleBytesMax: number;
}

/** When a worker has to be replaced: at once, when no card is being read, or not. */
type Overgrowth = "now" | "when idle" | false;

/** Compares a worker's memory after a card with the limits and with its memory after loading. */
export function checkGrowth(
  { loadedBytes, idleBytes }: { readonly loadedBytes: number; readonly idleBytes: number },
  { growthBytesMax, idleBytesMax }: GrowthBounds,
): Overgrowth {
  const growthBytes = idleBytes - loadedBytes;
  if (growthBytes > 2 * growthBytesMax || idleBytes > idleBytesMax) return "now";
  return growthBytes > growthBytesMax && "when idle";
}

/** The resident memory of a process. 0 if unknown: systems other than Linux need a command for it. */
async function residentBytesOf(pid: number | undefined): Promise<number> {
  if (pid === undefined || process.platform !== "linux") return 0;
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(kibibytes ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
