const shape = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|[+-](\d\d):(\d\d))$/i;

/** Whether a text is a date and time after RFC 3339: a day that exists, seconds, and an offset or Z. */
export function isDateTime(text: string): boolean {
  const parts = shape.exec(text)?.slice(1).map(Number);
  if (parts === undefined) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] =
    parts.map((part) => (Number.isNaN(part) ? 0 : part));
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return false;
  if (offsetHour > 23 || offsetMinute > 59 || hour > 23 || minute > 59) return false;
  if (second <= 59) return true;
  return second === 60 && isLastMinuteOfDay(text, hour, minute, offsetHour, offsetMinute);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** A leap second is inserted at the end of a UTC day, whatever the local offset. */
function isLastMinuteOfDay(
  text: string,
  hour: number,
  minute: number,
  offsetHour: number,
  offsetMinute: number,
): boolean {
  const sign = text.at(-6) === "-" ? -1 : 1;
  const utcMinute = hour * 60 + minute - sign * (offsetHour * 60 + offsetMinute);
  return (utcMinute + 2 * 1440) % 1440 === 1439;
}
