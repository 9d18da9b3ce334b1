import { env } from "node:process";

/**
 * Moves the clock of this process to a morning with every exchange open, so that tests of prices run at any hour. If it
 * is preloaded into a child process, it applies the parent's offset.
 */
const RealDate = Date;
const offsetMs = Number(env["CLOCK_OFFSET_MS"] ?? Date.parse("2026-11-16T09:30:00+07:00") - Date.now());

globalThis.Date = class extends RealDate {
  constructor(...parts: [] | [number]) {
    if (parts.length === 0) super(RealDate.now() + offsetMs);
    else super(...parts);
  }

  static override now(): number {
    return RealDate.now() + offsetMs;
  }
} as DateConstructor;

/** The environment that gives a child process the same clock. */
export const shiftedClock: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import=${import.meta.url}`,
  CLOCK_OFFSET_MS: String(offsetMs),
};
