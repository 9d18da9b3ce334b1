import { onePrice } from "@trading-oms/market";
import type { AccountState } from "../ports/index.ts";
import { mayDecide } from "./may-decide.ts";
import type { WatchServices } from "./watch-services.ts";

/**
 * Why a position is judged that its mark reaches: because something besides a price of a feed has changed, because such
 * a price may decide, or not yet.
 */
export type Why = "change" | "price" | "not-yet";

/** Tells whether what the mark of a symbol reaches is judged now, by the mark alone. */
export function whyJudged({ book, marks, now }: WatchServices, symbol: string): Why {
  const mark = marks.markOf(symbol);
  const instrument = book.findInstrument(symbol);
  if (instrument === undefined || mark?.isByHand === true) return "change";
  if (mark === undefined) return "not-yet";
  const question = { mark, exchange: instrument.exchange, atMs: now(), holidays: book.holidays() };
  return mayDecide(marks, question) ? "price" : "not-yet";
}

/**
 * Whether rates came when nobody may have watched: after the position, its episode and its last price, each of which
 * was judged by the rates of its time.
 */
export function areRatesUnjudged(
  { book, marks }: WatchServices,
  { positions, episodes }: AccountState,
  symbol: string,
): boolean {
  const instrument = book.findInstrument(symbol);
  const ratesSinceMs = instrument && book.ratesSinceMs(instrument);
  if (ratesSinceMs === undefined) return false;
  const position = positions.find((each) => each.symbol === symbol);
  const episode = episodes.find((each) => each.symbol === symbol);
  const timesMs = [position?.changedAtMs, episode?.openedAtMs, marks.markOf(symbol)?.atMs];
  return timesMs.every((timeMs) => timeMs === undefined || timeMs < ratesSinceMs);
}

/** What one unit of a symbol is worth at its mark; undefined where only what was paid for it tells, or it is not whole. */
export function markedUnitVnd({ book, marks }: WatchServices, symbol: string): bigint | undefined {
  const instrument = book.findInstrument(symbol);
  if (instrument === undefined) return undefined;
  const price = marks.priceOf(symbol) ?? instrument.referencePrice;
  const worth = price * (instrument.contractSize ?? 1n);
  return worth % onePrice === 0n ? worth / onePrice : undefined;
}
