/** Which price, quote or time replaces the stored one, on every engine. `latest` is SQL for the latest time that is not ahead. */
import type { HeardSource } from "@trading-oms/brokerage/ports";
import { replacementOf } from "./table.ts";
import { mark, quote, simulated } from "./tables.ts";

/** A time more than a minute ahead of the clock of the process that saves comes from a wrong clock. */
export const aheadMsMax = 60_000;

/** The latest time that is not ahead of a clock. */
export function latestMsOf(nowMs: number): number {
  return nowMs + aheadMsMax;
}

/** SQL for the time of a price for comparisons: one that is ahead counts as older than every other. */
export function comparableTime(column: string, latest: string): string {
  return `(case when ${column} > ${latest} then -1 else ${column} end)`;
}

/** Replaces a mark by one that is not older. Any price that is not simulated replaces a simulated one. */
export function newerMark(latest: string): string {
  return `${replacementOf(mark)}
    where ${comparableTime("excluded.at", latest)} >= ${comparableTime("mark.at", latest)}
      or (mark.origin = '${simulated}' and excluded.origin <> '${simulated}')`;
}

/** Replaces a quote only by a later one. A repeated save leaves the row's version as it is, so that followers do not reread it. */
export function laterQuote(latest: string): string {
  return `${replacementOf(quote)}
    where (${comparableTime("excluded.at", latest)}, excluded.seq) > (${comparableTime("quote.at", latest)}, quote.seq)`;
}

/** Replaces when a source was heard, unless a later time that is not ahead is stored. */
export function laterHeard(latest: string): string {
  return `on conflict (name) do update set value = excluded.value
    where excluded.value > ${comparableTime("change_counter.value", latest)}`;
}

/** The rows of `change_counter` that hold when a source of prices was last heard. */
export const heardNames = { feed: "feed_heard", simulation: "simulation_heard" } as const;

export function heardNameOf({ isPlayed }: HeardSource): string {
  return isPlayed ? heardNames.simulation : heardNames.feed;
}
