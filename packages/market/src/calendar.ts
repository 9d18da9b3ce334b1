/** A calendar day in UTC+7, as yyyy-MM-dd. The strings sort by time. */
export type CalendarDate = string;

/** The holidays that an operator has loaded. Weekends need no entry. */
export type Holidays = ReadonlySet<CalendarDate>;

/** The length of a day. Vietnam has no daylight saving time. */
export const dayMs: number = 86_400_000;

const offsetMs = 7 * 3_600_000;

/** 1970-01-01 was a Thursday. */
const firstWeekday = 4;

/** The last result of `calendarDateOf`. Almost every call asks for today. */
let cached: { readonly day: number; readonly date: CalendarDate } = { day: 0, date: "1970-01-01" };

/** The day on the exchanges at a time, counted from 1970-01-01. */
export function dayOf(atMs: number): number {
  return Math.floor((atMs + offsetMs) / dayMs);
}

/** The date on the exchanges at a time, independent of the time zone of the process. */
export function calendarDateOf(atMs: number): CalendarDate {
  const day = dayOf(atMs);
  if (day !== cached.day) cached = { day, date: new Date(day * dayMs).toISOString().slice(0, 10) };
  return cached.date;
}

/** The time at which a day begins on the exchanges. */
export function startOfDateMs(date: CalendarDate): number {
  if (date === cached.date) return cached.day * dayMs - offsetMs;
  return Date.parse(`${date}T00:00:00Z`) - offsetMs;
}

/** Whether a string is an existing date: 2025-02-29 is not. */
export function isCalendarDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const atMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
}

/** Adds days to a date. A negative number goes back. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return calendarDateOf(startOfDateMs(date) + days * dayMs);
}

/** The day of the week: 0 is Sunday, 4 is Thursday. */
export function weekdayOf(date: CalendarDate): number {
  if (date === cached.date) return (((cached.day + firstWeekday) % 7) + 7) % 7;
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** The holidays on and after a day, in order. */
export function holidaysFrom(date: CalendarDate, holidays: Holidays): CalendarDate[] {
  return [...holidays].filter((each) => each >= date).sort();
}

/** Whether the exchanges open on a day: not on weekends and listed holidays. */
export function isTradingDay(date: CalendarDate, holidays: Holidays): boolean {
  const weekday = weekdayOf(date);
  return weekday !== 0 && weekday !== 6 && !holidays.has(date);
}

/** The last trading day before a day. Throws if the list of holidays leaves none within a year. */
export function tradingDayBefore(date: CalendarDate, holidays: Holidays): CalendarDate {
  for (let days = 1; days <= 366; days += 1) {
    const earlier = addDays(date, -days);
    if (isTradingDay(earlier, holidays)) return earlier;
  }
  throw new RangeError(`The holidays leave no trading day in the year before ${date}: correct the list.`);
}
