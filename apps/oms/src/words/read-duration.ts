import { UsageFault } from "../usage-fault.ts";

const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const daysMax = 366;

/** Reads how long something lasts, such as `90s`, `30m`, `1h` or `7d`, into milliseconds. */
export function readDuration(name: string, text: string): number {
  const [, count = "", unit = ""] = /^([0-9]{1,9})([smhd])$/.exec(text) ?? [];
  const durationMs = Number(count) * (unitsMs[unit] ?? 0);
  if (durationMs > 0 && durationMs <= daysMax * 86_400_000) return durationMs;
  throw new UsageFault(`${name} is "${text}": write such as 90s, 30m, 1h or 7d, up to ${daysMax}d.`);
}
