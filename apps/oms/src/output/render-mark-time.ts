import type { Mark } from "@trading-oms/brokerage";
import { renderTime } from "./render-time.ts";

/** Writes of when the price is that marks a position, or what stands in for a price that has a time. */
export function renderMarkTime({ price, atMs }: Mark): string {
  if (atMs !== undefined) return renderTime(atMs);
  return price === undefined ? "at the average" : "at the reference";
}
