/**
 * Milliseconds between two readings of a clock, to the microsecond; a clock that stands still while a Worker computes
 * has measured nothing.
 */
export function tellElapsed(beganMs: number, endedMs: number): number | undefined {
  const elapsedMs = endedMs - beganMs;
  return elapsedMs > 0 ? Math.max(1, Math.round(elapsedMs * 1_000)) / 1_000 : undefined;
}
