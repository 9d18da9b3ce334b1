/** What the document asks of strings that zod checks otherwise or not at all. */

/**
 * Converts a string to Unicode NFC and trims spaces at both ends.
 * Control characters, including tabs and line breaks, stay, so that validation rejects them.
 */
export function normalizeText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/^\p{Zs}+/u, "")
    .replace(trailingSpaces, "");
}

// The lookbehind keeps the match linear: it can only start at the first space of a run.
const trailingSpaces = /(?<!\p{Zs})\p{Zs}+$/u;

/** Bounds of a string length in Unicode code points, as in JSON Schema. */
export type LengthBounds = { readonly minLength?: number; readonly maxLength?: number };

/** Returns a check of a string's length in code points. zod's own checks count UTF-16 units. */
export function hasLength({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: LengthBounds) {
  return (text: string): boolean => {
    const unitCount = text.length;
    if (unitCount <= maxLength && unitCount >= minLength * 2) return true;
    if (unitCount > maxLength * 2 || unitCount < minLength) return false;
    const pointCount = countCodePoints(text);
    return pointCount >= minLength && pointCount <= maxLength;
  };
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _point of text) count += 1;
  return count;
}

/**
 * Whether a string is Base64 with padding. Node's decoder cannot check this, because it skips unknown characters.
 */
export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  const padding = text.indexOf("=");
  if (padding === -1) return onlyAlphabet.test(text);
  return (
    padding >= text.length - 2 &&
    /^={1,2}$/.test(text.slice(padding)) &&
    onlyAlphabet.test(text.slice(0, padding))
  );
}

const onlyAlphabet = /^[A-Za-z0-9+/]*$/;

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
