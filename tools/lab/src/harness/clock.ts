import process, { env } from "node:process";

/**
 * Moves the clock of this process to a morning with every exchange open, so that tests of prices run at any hour. If it
 * is preloaded into a child process, it applies the parent's offset, and SIGUSR2 puts the child's clock ahead or right
 * again.
 */
const RealDate = Date;
let offsetMs = Number(env["CLOCK_OFFSET_MS"] ?? Date.parse("2026-11-16T09:30:00+07:00") - Date.now());

/** How far SIGUSR2 puts a clock ahead. */
export const aheadMs = 600_000;

let isAhead = false;
if (env["CLOCK_OFFSET_MS"] !== undefined) {
  process.on("SIGUSR2", () => {
    isAhead = !isAhead;
    moveClock(isAhead ? aheadMs : -aheadMs);
  });
}

/** Moves the clock of this process. */
export function moveClock(byMs: number): void {
  offsetMs += byMs;
}

globalThis.Date = class extends RealDate {
  constructor(...parts: [] | [number]) {
    if (parts.length === 0) super(RealDate.now() + offsetMs);
    else super(...parts);
  }

  static override now(): number {
    return RealDate.now() + offsetMs;
  }
} as DateConstructor;

/** The environment that gives a child process the same clock, which a server does not compare with that of PostgreSQL. */
export function shareClock(): Readonly<Record<string, string>> {
  const options = `--import=${import.meta.url}`;
  return { NODE_OPTIONS: options, CLOCK_OFFSET_MS: String(offsetMs), CLOCK_TOLERANCE_MS: "0" };
}
