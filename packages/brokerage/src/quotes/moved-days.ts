/** Reference prices that moved away from the close of the day before, as on an ex-date. */
import {
  type CalendarDate,
  type Holidays,
  type Listing,
  priceStepOf,
  tradingDayBefore,
} from "@trading-oms/market";
import type { TradingDay } from "./quote-state.ts";

/**
 * How the reference price of a day compares with the close before it:
 * - `usual`: no more than a price step away
 * - `moved`: further away, as on an ex-date
 * - `unknown`: the close was not received
 * - `exempt`: the reference price is not a close, as on UPCOM and for futures, or the instrument is no share
 */
export type Comparison = "usual" | "moved" | "unknown" | "exempt";

/** Compares the reference price of a day with the close of the trading day before it. */
export function compareDay(
  instrument: Listing | undefined,
  { date, referencePrice, previousClose }: TradingDay,
  holidays: Holidays,
): Comparison {
  const isCompared = instrument?.type === "stock" && ["HOSE", "HNX"].includes(instrument.exchange);
  if (!isCompared) return "exempt";
  const isReceived = previousClose !== undefined && previousClose.date >= tradingDayBefore(date, holidays);
  if (!isReceived) return "unknown";
  const { price } = previousClose;
  const moved = referencePrice > price ? referencePrice - price : price - referencePrice;
  return moved > priceStepOf(instrument, price) ? "moved" : "usual";
}

/** With more than a twentieth of the symbols moved, the feed is at fault. One symbol alone tells nothing about the feed. */
const movedPartMax = 20;

/** The symbols that were compared on a day, and those among them whose reference price moved. */
export type MovedCount = { readonly movedCount: number; readonly comparedCount: number };

/** Whether so many reference prices moved on one day that the feed is at fault. Then nothing is held back. */
export function isFeedAtFault({ movedCount, comparedCount }: MovedCount): boolean {
  return movedCount > 1 && movedCount * movedPartMax > comparedCount;
}

export function countMoved(
  days: Iterable<readonly [string, TradingDay]>,
  date: CalendarDate,
  compare: (symbol: string, day: TradingDay) => Comparison,
): MovedCount {
  let [movedCount, comparedCount] = [0, 0];
  for (const [symbol, day] of days) {
    if (day.date !== date) continue;
    const comparison = compare(symbol, day);
    if (comparison === "moved") movedCount += 1;
    if (comparison === "moved" || comparison === "usual") comparedCount += 1;
  }
  return { movedCount, comparedCount };
}

/** The moved reference prices by day. Each day is counted once, until what was compared changes. */
export class MovedCounts {
  readonly #counts = new Map<CalendarDate, MovedCount>();
  #basis: readonly unknown[] = [];

  /** The count of a day, cached until a day, the catalog or the holidays change. */
  of(date: CalendarDate, basis: readonly unknown[], count: () => MovedCount): MovedCount {
    if (basis.some((each, index) => each !== this.#basis[index])) this.clear();
    this.#basis = basis;
    const known = this.#counts.get(date) ?? count();
    this.#counts.set(date, known);
    return known;
  }

  /** Forgets all counts, because the day of a symbol changed. */
  clear(): void {
    this.#counts.clear();
  }
}
