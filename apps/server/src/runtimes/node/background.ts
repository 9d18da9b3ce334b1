import { setTimeout as setTimer } from "node:timers/promises";

/** Repeats work with a pause in between; `stop` waits for the work in progress. */
export function repeat(work: () => Promise<void>, pauseMs: number): { readonly stop: () => Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void>;
  begin();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };

  function begin(): void {
    underWay = work().finally(() => {
      if (!isStopped) timer = setTimeout(begin, pauseMs);
    });
  }
}

/** Reports only the first of consecutive failures. */
export function tellOnce(tell: (thrown: unknown) => void, work: () => Promise<unknown>): () => Promise<void> {
  let isWell = true;
  return async () => {
    try {
      await work();
      isWell = true;
    } catch (thrown) {
      if (isWell) tell(thrown);
      isWell = false;
    }
  };
}

const tellMs = 10_000;

/** Reports at most one failure every 10 s. */
export function tellSeldom(tell: (thrown: unknown) => void): (thrown: unknown) => void {
  let toldMs = Number.NEGATIVE_INFINITY;
  return (thrown) => {
    if (performance.now() - toldMs < tellMs) return;
    toldMs = performance.now();
    tell(thrown);
  };
}

/** Waits; rejects when the signal aborts. */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimer(milliseconds, undefined, signal === undefined ? {} : { signal });
}
