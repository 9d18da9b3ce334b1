const shape = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|[+-](\d\d):(\d\d))$/;

/**
 * Whether a string is an RFC 3339 date-time with an existing day, seconds, and an offset or `Z`.
 * A leap second is rejected, because a `Date` cannot represent one.
 */
export function isDateTime(text: string): boolean {
  const parts = shape.exec(text)?.slice(1);
  if (parts === undefined) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] =
    parts.map((part) => Number(part ?? 0));
  const onCalendar = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  const onClock = hour <= 23 && minute <= 59 && second <= 59;
  return onCalendar && onClock && offsetHour <= 23 && offsetMinute <= 59;
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
