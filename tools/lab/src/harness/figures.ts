import { setTimeout as wait } from "node:timers/promises";

/** Polls a condition and returns the milliseconds since a moment until it was true; undefined after the time limit. */
export async function measureUntil(
  isSo: () => Promise<boolean>,
  { sinceMs, elapsedMsMax }: { readonly sinceMs: number; readonly elapsedMsMax: number },
): Promise<number | undefined> {
  for (;;) {
    const isSoNow = await isSo();
    const elapsedMs = performance.now() - sinceMs;
    if (elapsedMs > elapsedMsMax) return undefined;
    if (isSoNow) return elapsedMs;
    await wait(10);
  }
}

const pauseMs = 20;

/** Retries failed work, as a client does after it lost its connection. Throws the last failure. */
export async function retry<Result>(
  work: () => Promise<Result>,
  triesMax: number,
  elapsedMsMax = Number.POSITIVE_INFINITY,
): Promise<Result> {
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (failure) {
      if (tries >= triesMax || performance.now() - began > elapsedMsMax) throw failure;
      await wait(pauseMs);
    }
  }
}

/** Returns the quantile of the values: 0.5 for the median, 1 for the largest. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The largest value; 0 if there are none. */
export function largest(values: readonly number[]): number {
  return Math.max(0, ...values);
}

export function seconds(elapsedMs: number): string {
  return `${(elapsedMs / 1_000).toFixed(1)} s`;
}

export function mebibytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(0);
}

/** Counts equal values, as in `12 × 200, 3 × 503`. */
export function tally(values: Iterable<number | string>): string {
  const counts = new Map<number | string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([value, count]) => `${count} × ${value}`)
    .join(", ");
}

/** Reports counts that are 0: a test without any events proves nothing. */
export function checkReach(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [] : [`there were no ${name}`]));
}
