/** The reasons for which received data is ignored. They are labels of a metric. */
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

export type BadReason = (typeof badReasons)[number];

/** A parsed JSON object with members of unknown types. */
export type Raw<Name extends string> = { readonly [Each in Name]?: unknown };

/** The last millisecond of the year 9999. */
const atMsMax = 253_402_300_799_999;
/** Up to 36 digits, more than any turnover has. */
const digits = /^(?:0|[1-9][0-9]{0,35})$/;
const priceMax = 1_000_000_000_000_000_000n;
const symbolForm = /^[A-Za-z0-9._-]{1,32}$/;
const dateForm = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const urlForm = /^https?:\/\/[!-~]+$/;
const titleLengthMax = 1_000;
const urlLengthMax = 2_000;

/** Whether a value is an object or an array. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Whether a member is absent. Null means the same. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Whether a value is a safe integer from 0. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Whether a value is a safe integer from 1. */
export function isPositive(value: unknown): value is number {
  return isCount(value) && value > 0;
}

/** Whether a value is a time in Unix milliseconds up to the year 9999. */
export function isTime(value: unknown): value is number {
  return isPositive(value) && value <= atMsMax;
}

/** Whether a value has the form of a symbol in a catalog. */
export function isSymbol(value: unknown): value is string {
  return typeof value === "string" && symbolForm.test(value);
}

function isDate(value: unknown): value is string {
  if (typeof value !== "string" || !dateForm.test(value)) return false;
  const atMs = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(value);
}

/**
 * Checks the values of one message and keeps the first fault in `bad`. An invalid value is replaced by a valid placeholder,
 * so the caller can build the whole message and discard it if `bad` is set.
 */
export class Checks {
  bad: BadReason | undefined;

  fail<Value>(reason: BadReason, placeholder: Value): Value {
    this.bad ??= reason;
    return placeholder;
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

  /** An amount in whole thousandths from 0: a number, or a string of digits where a number is not exact. */
  thousandths(value: unknown, reason: BadReason): bigint {
    if (isCount(value) || (typeof value === "string" && digits.test(value))) return BigInt(value);
    return this.fail(reason, 0n);
  }

  /** A price in whole thousandths, above 0. */
  price(value: unknown): bigint {
    const price = this.thousandths(value, "price");
    return price > 0n && price <= priceMax ? price : this.fail("price", 1n);
  }

  symbol(value: unknown): string {
    return isSymbol(value) ? value : this.fail("symbol", "");
  }

  /** An existing date as yyyy-MM-dd. */
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

  /** A non-empty, well-formed string of at most 1,000 characters. */
  title(value: unknown): string {
    const isTitle = typeof value === "string" && value !== "" && value.length <= titleLengthMax;
    return isTitle && value.isWellFormed() ? value : this.fail("text", "");
  }

  /** An http or https URL of at most 2,000 ASCII characters. */
  url(value: unknown): string {
    const isUrl = typeof value === "string" && value.length <= urlLengthMax && urlForm.test(value);
    return isUrl ? value : this.fail("text", "");
  }

  /** Reads an optional member. */
  maybe<Value>(value: unknown, read: (value: unknown) => Value): Value | undefined {
    return isAbsent(value) ? undefined : read(value);
  }
}
