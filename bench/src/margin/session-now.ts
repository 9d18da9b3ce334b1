const startedMs: number = Date.parse("2026-11-16T10:00:00+07:00");

/** A clock of a Monday morning in which every exchange trades, at whatever hour something is measured. */
export function sessionNow(): number {
  return startedMs + Math.floor(performance.now());
}
