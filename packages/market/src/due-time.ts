import { addDays, calendarDateOf, type Holidays, isTradingDay, startOfDateMs } from "./calendar.ts";

/** When a margin call is due: on which trading day after its opening, and at which time of that day. */
export type DueRule = { readonly days: number; readonly minuteOfDay: number };

/** The rule where no setting says another, as settings write it, and the most days that one may name. */
export const dueDefaults = { days: "2", time: "17:00", daysMax: 30 } as const;

/** A longer closure of the exchanges is a mistake in the list of holidays. */
const daysWithoutTradingMax = 366;

/**
 * The time at which something is due that was opened at a time: trading days are counted from the day after the opening in UTC+7, and
 * all exchanges have the same. Undefined if the list of holidays leaves no trading day within a year.
 */
export function dueTimeOf(
  openedAtMs: number,
  { days, minuteOfDay }: DueRule,
  holidays: Holidays,
): number | undefined {
  let date = calendarDateOf(openedAtMs);
  let closedCount = 0;
  for (let left = days; left > 0; ) {
    date = addDays(date, 1);
    closedCount = isTradingDay(date, holidays) ? 0 : closedCount + 1;
    if (closedCount === 0) left -= 1;
    if (closedCount > daysWithoutTradingMax) return undefined;
  }
  return startOfDateMs(date) + minuteOfDay * 60_000;
}

/** Parses a time of day such as `17:00` into minutes since midnight. */
export function parseTimeOfDay(text: string): number | undefined {
  const [, hours, minutes] = /^([01][0-9]|2[0-3]):([0-5][0-9])$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** Formats minutes since midnight as `parseTimeOfDay` reads them. */
export function renderTimeOfDay(minuteOfDay: number): string {
  const [hours, minutes] = [Math.floor(minuteOfDay / 60), minuteOfDay % 60];
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}
