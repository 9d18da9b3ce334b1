import { env } from "node:process";

/**
 * Moves the clock of this process to a morning on which every exchange trades, so that a check of prices may be run at any
 * hour. Loaded before a program, it moves the clock of that program as far as the one of its parent.
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

/** What a program is started with to have the same clock. */
export const shiftedClock: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import=${import.meta.url}`,
  CLOCK_OFFSET_MS: String(offsetMs),
};
