import { addDays, type CalendarDate, calendarDateOf, type Holidays, startOfDateMs } from "./calendar-date.ts";
import type { Exchange } from "./exchange.ts";
import { isTradingDay } from "./is-trading-day.ts";
import { sessionHours } from "./session-of.ts";

/**
 * Gives the first time at which an exchange has traded for so many milliseconds since a time, so that whoever has to
 * remind knows ahead when to wake. It is where `tradingTimeBetween` reaches the same number.
 */
export function whenTraded(exchange: Exchange, fromMs: number, tradedMs: number, holidays: Holidays): number {
  if (!Number.isFinite(tradedMs) || tradedMs < 0) {
    throw new RangeError(`${tradedMs} ms cannot be traded; a time of trading is finite, and 0 or above.`);
  }
  if (tradedMs === 0) return fromMs;
  let leftMs = tradedMs;
  let date = tradingDayFrom(calendarDateOf(fromMs), holidays);
  for (;;) {
    const midnightMs = startOfDateMs(date);
    for (const session of sessionHours[exchange]) {
      const startMs = Math.max(fromMs, midnightMs + session.fromMs);
      const lengthMs = Math.max(0, midnightMs + session.untilMs - startMs);
      // What is reached as a session ends is reached then, and not when the next one begins.
      if (leftMs <= lengthMs) return startMs + leftMs;
      leftMs -= lengthMs;
    }
    date = tradingDayFrom(addDays(date, 1), holidays);
  }
}

/** The first trading day from a day on. Holidays that leave none within a year are a mistake of the list. */
function tradingDayFrom(date: CalendarDate, holidays: Holidays): CalendarDate {
  for (let days = 0; days <= 366; days += 1) {
    const later = addDays(date, days);
    if (isTradingDay(later, holidays)) return later;
  }
  throw new RangeError(`The list of holidays leaves no trading day in the year from ${date} on.`);
}
