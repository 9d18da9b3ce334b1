import { setTimeout as wait } from "node:timers/promises";

const lookMs = 10;

/** Looks until something is so, and tells how long after a moment it was seen; undefined where that was too late. */
export async function measureUntil(
  isSo: () => Promise<boolean>,
  { sinceMs, elapsedMsMax }: { readonly sinceMs: number; readonly elapsedMsMax: number },
): Promise<number | undefined> {
  for (;;) {
    const isSoNow = await isSo();
    const elapsedMs = performance.now() - sinceMs;
    if (elapsedMs > elapsedMsMax) return undefined;
    if (isSoNow) return elapsedMs;
    await wait(lookMs);
  }
}
