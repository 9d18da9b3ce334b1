/** A day as it stands on a card. */
export type CalendarDay = { readonly year: number; readonly month: number; readonly day: number };

/** The day as cards print it: 17/03/2004. */
export function printCalendarDay({ year, month, day }: CalendarDay): string {
  return `${twoDigits(day)}/${twoDigits(month)}/${year}`;
}

/** The day as QR codes carry it: 17032004. */
export function packCalendarDay(day: CalendarDay): string {
  return printCalendarDay(day).replaceAll("/", "");
}

/** The day as machine-readable lines carry it: 040317. */
export function shortenCalendarDay({ year, month, day }: CalendarDay): string {
  return `${twoDigits(year % 100)}${twoDigits(month)}${twoDigits(day)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
