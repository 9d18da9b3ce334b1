import { addDays, type CalendarDate, type Holidays, weekdayOf } from "./calendar-date.ts";

/** Whether the exchanges open on a day: not on weekends, and not on listed holidays. */
export function isTradingDay(date: CalendarDate, holidays: Holidays): boolean {
  const weekday = weekdayOf(date);
  return weekday !== 0 && weekday !== 6 && !holidays.has(date);
}

/** Gives the last trading day before a day. Holidays that leave none within a year are a mistake of the list. */
export function tradingDayBefore(date: CalendarDate, holidays: Holidays): CalendarDate {
  for (let days = 1; days <= 366; days += 1) {
    const earlier = addDays(date, -days);
    if (isTradingDay(earlier, holidays)) return earlier;
  }
  throw new RangeError(`The list of holidays leaves no trading day in the year before ${date}.`);
}
