import { setTimeout as setTimer } from "node:timers/promises";
import type { Log } from "../../log-and-trace.ts";

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

/** Logs only the first of consecutive failures. */
export function logFirstFailure<Given extends readonly unknown[]>(
  log: Log,
  event: string,
  work: (...given: Given) => Promise<unknown>,
): (...given: Given) => Promise<void> {
  let isHealthy = true;
  return async (...given) => {
    try {
      await work(...given);
      isHealthy = true;
    } catch (thrown) {
      if (isHealthy) log({ level: "error", event, thrown });
      isHealthy = false;
    }
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

/** Waits at most `waitMsMax` for work, and returns whether it ended by then. */
export async function endsInTime(work: Promise<unknown>, waitMsMax: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((settle) => {
    timer = setTimeout(() => settle(false), waitMsMax);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits; rejects when the signal aborts. */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimer(milliseconds, undefined, signal === undefined ? {} : { signal });
}
