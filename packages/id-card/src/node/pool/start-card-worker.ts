import { type ChildProcess, fork } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { CardImages } from "../../read/read-card.ts";
import type { CardOutcome } from "./card-outcome.ts";
import { residentBytesOf } from "./resident-bytes-of.ts";
import type { WorkerAnswerMessage, WorkerRequestMessage } from "./worker-message.ts";

/** One process that reads one card at a time. */
export interface CardWorker {
  readonly pid: number | undefined;
  /** Whether it lives and holds no more memory than a worker at rest may. */
  isFit(): boolean;
  /** Reads a card, or ends the process once the time is over. */
  read(images: CardImages, timeMsMax: number): Promise<CardOutcome>;
  end(): void;
}

/** What a worker may hold. */
export interface WorkerBounds {
  /** More than this ends the worker at once, whatever it is doing. */
  readonly residentBytesMax: number;
  /** A worker that holds more than this after a card is not given another. */
  readonly restingBytesMax: number;
  readonly recogniserCount: number;
}

/** How long before its end a worker is to come to one by itself, with what it has read. */
const endingMs = 1_000;

const lookMs = 200;

/** Beside images and pixels, which are outside of it, there is little on the heap. */
const heapMebibytesMax = 512;

/** Starts a worker in a process of its own, with no environment and no output: what it crashes on stays with it. */
export function startCardWorker({
  residentBytesMax,
  restingBytesMax,
  recogniserCount,
}: WorkerBounds): CardWorker {
  const child = forkWorker(recogniserCount);
  let isAlive = true;
  let restingBytes = 0;
  let settle: ((outcome: CardOutcome) => void) | undefined;
  const finish = (outcome: CardOutcome): void => {
    const settled = settle;
    settle = undefined;
    settled?.(outcome);
  };
  const end = (): void => {
    isAlive = false;
    child.kill("SIGKILL");
  };
  const breakOff = (thrown?: unknown): void => {
    end();
    finish({ kind: "broke-off", thrown });
  };
  child.on("error", breakOff);
  child.on("exit", () => breakOff());
  child.on("message", (answer: WorkerAnswerMessage) => {
    const { residentBytes, ...outcome } = answer;
    restingBytes = residentBytes;
    finish(outcome.kind === "failed" ? { kind: "broke-off", thrown: outcome.thrown } : outcome);
  });
  return {
    pid: child.pid,
    isFit: () => isAlive && restingBytes < restingBytesMax,
    end,
    read: async (images, timeMsMax) => {
      const answered = new Promise<CardOutcome>((settled) => {
        settle = settled;
      });
      const late = setTimeout(() => {
        end();
        finish({ kind: "late" });
      }, timeMsMax);
      const looking = setInterval(async () => {
        if ((await residentBytesOf(child.pid)) > residentBytesMax) breakOff(new Error("too much memory"));
      }, lookMs);
      const request: WorkerRequestMessage = { images, timeoutMs: Math.max(0, timeMsMax - endingMs) };
      child.send(request, (failure) => {
        if (failure instanceof Error) breakOff(failure);
      });
      try {
        return await answered;
      } finally {
        clearTimeout(late);
        clearInterval(looking);
      }
    },
  };
}

function forkWorker(recogniserCount: number): ChildProcess {
  const program = fileURLToPath(new URL(`./card.worker${extname(import.meta.url)}`, import.meta.url));
  const child = fork(program, [String(recogniserCount)], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    // What an allocator keeps for each thread is never used by the next card.
    env: { MALLOC_ARENA_MAX: "2" },
    // What a terminal sends to the group of its programs is for the one that reads cards, and not for its workers.
    detached: true,
    execArgv: [`--max-old-space-size=${heapMebibytesMax}`],
  });
  // A worker at rest keeps nobody's process alive.
  child.unref();
  child.channel?.unref();
  return child;
}
