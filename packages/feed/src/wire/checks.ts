/** Why something that came over a wire was passed over; a metric names each. */
export const badReasons = [
  "not-json",
  "frame",
  "version",
  "kind",
  "symbol",
  "seq",
  "time",
  "date",
  "price",
  "quantity",
  "value",
  "text",
] as const;

/** Why something that came over a wire was passed over. */
export type BadReason = (typeof badReasons)[number];

/** A value of JSON, of which nothing is known but the names that may be asked for. */
export type Raw<Name extends string> = { readonly [Each in Name]?: unknown };

/** The last millisecond that a date of four digits has. */
const atMsMax = 253_402_300_799_999;
/** More digits than the sum of everything that was ever traded has. */
const digits = /^(?:0|[1-9][0-9]{0,35})$/;
const priceMax = 1_000_000_000_000_000_000n;
const symbolForm = /^[A-Za-z0-9._-]{1,32}$/;
const dateForm = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const urlForm = /^https?:\/\/[!-~]+$/;
const titleLengthMax = 1_000;
const urlLengthMax = 2_000;

/** Whether a value is an object or a list. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Whether a member is left out; null means the same. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Whether a value is a whole number from 0 on that no sum has rounded. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Whether a value is a whole number from 1 on. */
export function isPositive(value: unknown): value is number {
  return isCount(value) && value > 0;
}

/** Whether a value is a moment in Unix milliseconds that a date of four digits can name. */
export function isTime(value: unknown): value is number {
  return isPositive(value) && value <= atMsMax;
}

/** Whether a value is a symbol as catalogs have them. */
export function isSymbol(value: unknown): value is string {
  return typeof value === "string" && symbolForm.test(value);
}

function isDate(value: unknown): value is string {
  if (typeof value !== "string" || !dateForm.test(value)) return false;
  const atMs = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(value);
}

/**
 * Checks the values of one message, in the order in which they are asked for, and keeps the first fault. A value that is
 * none is replaced by one that is, so that a message can be put together first and thrown away afterwards.
 */
export class Checks {
  bad: BadReason | undefined;

  fail<Value>(reason: BadReason, instead: Value): Value {
    this.bad ??= reason;
    return instead;
  }

  count(value: unknown, reason: BadReason = "quantity"): number {
    return isCount(value) ? value : this.fail(reason, 0);
  }

  positive(value: unknown, reason: BadReason = "quantity"): number {
    return isPositive(value) ? value : this.fail(reason, 1);
  }

  time(value: unknown): number {
    return isTime(value) ? value : this.fail("time", 1);
  }

  /** An amount of whole thousandths from 0 on: a number where that is exact, and else its digits as a text. */
  thousandths(value: unknown, reason: BadReason): bigint {
    if (isCount(value) || (typeof value === "string" && digits.test(value))) return BigInt(value);
    return this.fail(reason, 0n);
  }

  /** A price in whole thousandths, which is above 0. */
  price(value: unknown): bigint {
    const price = this.thousandths(value, "price");
    return price > 0n && price <= priceMax ? price : this.fail("price", 1n);
  }

  symbol(value: unknown): string {
    return isSymbol(value) ? value : this.fail("symbol", "");
  }

  /** A day that the calendar has, as yyyy-MM-dd. */
  date(value: unknown): string {
    return isDate(value) ? value : this.fail("date", "");
  }

  flag(value: unknown): boolean {
    return typeof value === "boolean" ? value : this.fail("value", false);
  }

  oneOf<Known extends string>(known: readonly [Known, ...Known[]], value: unknown): Known {
    const found = known.find((each) => each === value);
    return found ?? this.fail("value", known[0]);
  }

  /** A text that can be shown as a title. */
  title(value: unknown): string {
    const isTitle = typeof value === "string" && value !== "" && value.length <= titleLengthMax;
    return isTitle && value.isWellFormed() ? value : this.fail("text", "");
  }

  /** An address that a reader may follow. */
  url(value: unknown): string {
    const isUrl = typeof value === "string" && value.length <= urlLengthMax && urlForm.test(value);
    return isUrl ? value : this.fail("text", "");
  }

  /** Gives what is read where the member is there. */
  maybe<Value>(value: unknown, read: (value: unknown) => Value): Value | undefined {
    return isAbsent(value) ? undefined : read(value);
  }
}
