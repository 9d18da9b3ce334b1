/** The last millisecond that a date of four digits has. */
const atMsMax = 253_402_300_799_999;

/** Reads a whole number from 1 on that no sum has rounded. */
export function readPositiveNumber(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined;
}

/** Reads a whole number from 0 on. */
export function readCountNumber(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

/** Reads a moment in Unix milliseconds, which a date of four digits can name. */
export function readTimeNumber(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= atMsMax
    ? (value as number)
    : undefined;
}
