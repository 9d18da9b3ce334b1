/** What a feed says of a symbol beside its trades: the trading day with its reference price, and halts. */
import {
  type CalendarDate,
  type ClosingPrice,
  calendarDateOf,
  type Price,
  startOfDateMs,
} from "@trading-oms/market";
import type { MarkRecord } from "../ports/index.ts";
import { comparableMs, withoutTimeAhead } from "./price-times.ts";

/** A trading day, and the reference price of a symbol on it. */
export type TradingDay = {
  readonly date: CalendarDate;
  readonly referencePrice: Price;
  /** The closing price before it; undefined if it was not received. */
  readonly previousClose?: ClosingPrice | undefined;
};

/** Whether two days have the same reference price and the same close before it. */
export function isSameDay(one: TradingDay | undefined, other: TradingDay | undefined): boolean {
  return (
    one?.date === other?.date &&
    one?.referencePrice === other?.referencePrice &&
    one?.previousClose?.date === other?.previousClose?.date &&
    one?.previousClose?.price === other?.previousClose?.price
  );
}

/** What a feed has said of a symbol beside its trades, and the message it said it with. */
export type QuoteState = {
  readonly atMs: number;
  readonly seq: number;
  /** Undefined as long as no day was sent, or none with a plausible price. */
  readonly day: TradingDay | undefined;
  readonly isHalted: boolean;
  readonly isPlayed?: boolean | undefined;
};

export function laterState(
  one: QuoteState | undefined,
  other: QuoteState | undefined,
  nowMs: number,
): QuoteState | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const [oneMs, otherMs] = [comparableMs(one.atMs, nowMs), comparableMs(other.atMs, nowMs)];
  if (oneMs !== otherMs) return oneMs > otherMs ? one : other;
  return one.seq >= other.seq ? one : other;
}

/** The later of a price that this process has and a stored one. In one millisecond, a price by hand in the store is the later one. */
export function laterMark(
  own: MarkRecord | undefined,
  stored: MarkRecord | undefined,
  nowMs: number,
): MarkRecord | undefined {
  const [one, other] = [own && withoutTimeAhead(own, nowMs), stored && withoutTimeAhead(stored, nowMs)];
  if (one === undefined || other === undefined) return one ?? other;
  return one.atMs > other.atMs || (one.atMs === other.atMs && !other.isByHand) ? one : other;
}

/**
 * The reference price of a day as a price at the beginning of that day: later than each trade of an earlier day, and older than each of
 * its own.
 */
export function referenceMarkOf(
  symbol: string,
  { date, referencePrice }: TradingDay,
  isPlayed: boolean | undefined,
): MarkRecord {
  const origin = { isByHand: false, ...(isPlayed === true && { isPlayed }) };
  return { symbol, price: referencePrice, atMs: startOfDateMs(date), ...origin };
}

/** Whether a price is the reference price of its day. At the beginning of a day nothing is traded. */
export function isReference({ atMs, isByHand }: Pick<MarkRecord, "atMs" | "isByHand">): boolean {
  return !isByHand && atMs === startOfDateMs(calendarDateOf(atMs));
}
