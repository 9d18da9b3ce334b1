import { addDays, type CalendarDate, type Holidays, weekdayOf } from "./calendar-date.ts";
import type { IndexFuture } from "./index-future.ts";
import { isTradingDay, tradingDayBefore } from "./is-trading-day.ts";

const thursday = 4;

/** Gives the last trading day of an index future: the third Thursday of its month, or the trading day before. */
export function expirationDateOf(future: IndexFuture, holidays: Holidays): CalendarDate {
  const date = thirdThursdayOf(future);
  return isTradingDay(date, holidays) ? date : tradingDayBefore(date, holidays);
}

/** Gives the day on which an index future ends if nothing is in its way. */
export function thirdThursdayOf({ year, month }: Pick<IndexFuture, "year" | "month">): CalendarDate {
  const first = `${year}-${`${month}`.padStart(2, "0")}-01`;
  return addDays(first, ((thursday - weekdayOf(first) + 7) % 7) + 14);
}
