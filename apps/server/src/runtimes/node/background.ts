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
export function reportFirstFailure<Given extends readonly unknown[]>(
  report: (thrown: unknown) => void,
  work: (...given: Given) => Promise<unknown>,
): (...given: Given) => Promise<void> {
  let isHealthy = true;
  return async (...given) => {
    try {
      await work(...given);
      isHealthy = true;
    } catch (thrown) {
      if (isHealthy) report(thrown);
      isHealthy = false;
    }
  };
}

/** Does work that is asked for more often at most once in so many milliseconds. */
export function limitRate(work: () => Promise<unknown>, periodMs: number): () => Promise<void> {
  let dueMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() < dueMs) return;
    dueMs = performance.now() + periodMs;
    await work();
  };
}

const reportIntervalMs = 10_000;

/** Reports at most one failure every 10 s. */
export function throttleReports(report: (thrown: unknown) => void): (thrown: unknown) => void {
  let reportedMs = Number.NEGATIVE_INFINITY;
  return (thrown) => {
    if (performance.now() - reportedMs < reportIntervalMs) return;
    reportedMs = performance.now();
    report(thrown);
  };
}

/** Waits; rejects when the signal aborts. */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimer(milliseconds, undefined, signal === undefined ? {} : { signal });
}
