/** A day as the exchanges count it, in UTC+7, written yyyy-MM-dd; such texts sort by time. */
export type CalendarDate = string;

/** The days without trading that an operator has loaded; weekends need no entry. */
export type Holidays = ReadonlySet<CalendarDate>;

/** How long a day is; the exchanges know no summer time. */
export const dayMs: number = 86_400_000;

const offsetMs = 7 * 3_600_000;

/** The first day of all that are counted was a Thursday. */
const firstWeekday = 4;

/** The day that was asked for last, counted and written: nearly always it is today that is asked for again. */
let last: { readonly day: number; readonly date: CalendarDate } = { day: 0, date: "1970-01-01" };

/** Gives the day that it is on the exchanges at a time, wherever the process runs. */
export function calendarDateOf(atMs: number): CalendarDate {
  const day = Math.floor((atMs + offsetMs) / dayMs);
  if (day !== last.day) last = { day, date: new Date(day * dayMs).toISOString().slice(0, 10) };
  return last.date;
}

/** Gives the moment at which a day begins on the exchanges. */
export function startOfDateMs(date: CalendarDate): number {
  if (date === last.date) return last.day * dayMs - offsetMs;
  return Date.parse(`${date}T00:00:00Z`) - offsetMs;
}

/** Whether a text is a day that is in the calendar: 2025-02-29 is not. */
export function isCalendarDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const atMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
}

/** Gives the day some days later, or earlier where they are below 0. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return calendarDateOf(startOfDateMs(date) + days * dayMs);
}

/** Gives the day of the week: 0 is Sunday, 4 Thursday. */
export function weekdayOf(date: CalendarDate): number {
  if (date === last.date) return (((last.day + firstWeekday) % 7) + 7) % 7;
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

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
