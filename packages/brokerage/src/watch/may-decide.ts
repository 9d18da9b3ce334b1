import { calendarDateOf, type Exchange, type Holidays, sessionOf } from "@trading-oms/market";
import type { MarkRecord } from "../ports/index.ts";
import { type MarkBook, silenceMsMax } from "./mark-book.ts";

/** What is asked of a price before an episode opens or ends by it. */
export type PriceQuestion = {
  readonly mark: MarkRecord;
  readonly exchange: Exchange;
  readonly atMs: number;
  readonly holidays: Holidays;
};

/**
 * Whether a price of a feed may open or end an episode: its symbol is not halted, its exchange trades, it is of this
 * day, and the feed is there and vouches for it.
 */
export function mayDecide(
  marks: Pick<MarkBook, "isHalted" | "heardAtMs" | "isAlwaysTrading"> & Partial<Pick<MarkBook, "isDoubtful">>,
  { mark, exchange, atMs, holidays }: PriceQuestion,
): boolean {
  if (marks.isHalted(mark.symbol) || marks.isDoubtful?.(mark.symbol) === true) return false;
  if (atMs - (marks.heardAtMs() ?? Number.NEGATIVE_INFINITY) > silenceMsMax) return false;
  if (calendarDateOf(mark.atMs) !== calendarDateOf(atMs)) return false;
  return marks.isAlwaysTrading || sessionOf(exchange, atMs, holidays) !== "closed";
}
