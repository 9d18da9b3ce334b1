import type { HeardTimes } from "../ports/index.ts";

/** The longest silence after which a feed still counts as alive. */
export const silenceMsMax = 30_000;

/** How far ahead the clock of a price's source may be. A trade from further ahead is rejected, and would block all later ones. */
export const sourceAheadMsMax = 1_000;

/** A price from further ahead of the clock comes from a clock that was wrong. */
const aheadMsMax = 60_000;

/** Whether the time of a price or message is so far ahead that a clock was wrong. */
export function isAhead(atMs: number, nowMs: number): boolean {
  return atMs > nowMs + aheadMsMax;
}

/** A price whose time is ahead loses it for good, so that it stays older than every other when that time comes. */
export function withoutTimeAhead<Timed extends { readonly atMs: number }>(
  price: Timed,
  nowMs: number,
): Timed {
  return isAhead(price.atMs, nowMs) ? { ...price, atMs: 0 } : price;
}

/** The time of a price for comparisons: one that is ahead counts as older than every other. */
export function comparableMs(atMs: number, nowMs: number): number {
  return isAhead(atMs, nowMs) ? -1 : atMs;
}

/** When any process heard the source of simulated or of real prices; undefined if it never did, or by a wrong clock. */
export function storedHeardAtMs(
  { feedHeardAtMs, simulationHeardAtMs }: HeardTimes,
  isPlayed: boolean,
  nowMs: number,
): number | undefined {
  const heardAtMs = isPlayed ? simulationHeardAtMs : feedHeardAtMs;
  return heardAtMs === undefined || isAhead(heardAtMs, nowMs) ? undefined : heardAtMs;
}
