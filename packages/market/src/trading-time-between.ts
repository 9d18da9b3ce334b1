import { addDays, type CalendarDate, calendarDateOf, type Holidays, startOfDateMs } from "./calendar-date.ts";
import type { Exchange } from "./exchange.ts";
import { isTradingDay } from "./is-trading-day.ts";
import { sessionHours } from "./session-of.ts";

/**
 * Counts the milliseconds between two times in which an exchange trades, so that a reminder after an hour of trading
 * waits through lunch, nights and holidays.
 */
export function tradingTimeBetween(
  exchange: Exchange,
  fromMs: number,
  untilMs: number,
  holidays: Holidays,
): number {
  if (untilMs <= fromMs) return 0;
  let sumMs = 0;
  const lastDate = calendarDateOf(untilMs);
  for (let date: CalendarDate = calendarDateOf(fromMs); date <= lastDate; date = addDays(date, 1)) {
    if (!isTradingDay(date, holidays)) continue;
    const midnightMs = startOfDateMs(date);
    for (const session of sessionHours[exchange]) {
      const startMs = Math.max(fromMs, midnightMs + session.fromMs);
      const endMs = Math.min(untilMs, midnightMs + session.untilMs);
      sumMs += Math.max(0, endMs - startMs);
    }
  }
  return sumMs;
}
