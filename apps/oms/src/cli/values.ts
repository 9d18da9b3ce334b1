import { isVisibleText } from "@trading-oms/access";
import { timeMsMax } from "@trading-oms/brokerage";
import { readPrice as parsePriceOf, priceUnitOf, readWhole } from "@trading-oms/market";
import { UsageFault } from "./command.ts";

/** Reads a whole number: `1000000`, or with `.`, `,`, `_` or spaces between groups of three. The caller checks its bounds. */
export function readAmount(name: string, text: string): bigint {
  const amount = parseSigned(text);
  if (amount !== undefined) return amount;
  if (/^-?[0-9_,]*\.[0-9]+$/.test(text)) {
    throw new UsageFault(`${name} ${text} is fractional: write a whole number, such as 1,000,000.`);
  }
  throw new UsageFault(`${name} "${text}" is not a whole number: write one such as 1000000 or 1,000,000.`);
}

/** Parses a whole number with or without a minus. */
export function parseSigned(text: string): bigint | undefined {
  const size = readWhole(text.replace(/^-/, ""));
  return text.startsWith("-") && size !== undefined ? -size : size;
}

/** Reads a count within bounds. */
export function readCount(
  name: string,
  text: string,
  { countMin, countMax }: { readonly countMin: number; readonly countMax: number },
): number {
  const count = readAmount(name, text);
  if (count >= BigInt(countMin) && count <= BigInt(countMax)) return Number(count);
  throw new UsageFault(`${name} is ${text}: write ${countMin} to ${countMax}.`);
}

const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const daysMax = 366;

/** Reads a duration such as `90s`, `30m`, `1h` or `7d` into milliseconds. */
export function readDuration(name: string, text: string): number {
  const [, count = "", unit = ""] = /^([0-9]{1,9})([smhd])$/.exec(text) ?? [];
  const durationMs = Number(count) * (unitsMs[unit] ?? 0);
  if (durationMs > 0 && durationMs <= daysMax * 86_400_000) return durationMs;
  throw new UsageFault(
    `${name} is "${text}": write a duration such as 90s, 30m, 1h or 7d, up to ${daysMax}d.`,
  );
}

/** Reads a time in UTC into Unix milliseconds: a date, or a date and a time as commands print it. */
export function readTime(name: string, text: string): number {
  const atMs = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (atMs >= 0 && atMs <= timeMsMax) return atMs;
  throw new UsageFault(`${name} is "${text}": write a time such as 2025-06-02T03:00:00Z, or 2025-06-02.`);
}

/** Reads an idempotency key, in the form that the API accepts. */
export function readKey(name: string, text: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(text)) return text;
  throw new UsageFault(`${name} is not a key: write 1 to 255 visible ASCII characters.`);
}

/** Reads the name of a person. */
export function readName(name: string, text: string): string {
  return readVisible(`${name} is not a name`, text, 128);
}

export function readReason(name: string, text: string): string {
  return readVisible(`${name} is not a reason`, text, 500);
}

/** Reads one of some words. */
export function readChoice<Word extends string>(name: string, text: string, words: readonly Word[]): Word {
  const word = words.find((each) => each === text);
  if (word !== undefined) return word;
  throw new UsageFault(`${name} is "${text}": write one of ${words.join(", ")}.`);
}

/** Reads a text that is stored and shown in tables, so that nothing in it may be hidden. */
function readVisible(fault: string, text: string, lengthMax: number): string {
  if (text.length <= lengthMax && isVisibleText(text)) return text;
  throw new UsageFault(
    `${fault}: write 1 to ${lengthMax} visible characters on one line, without direction marks.`,
  );
}

/** Reads a price of a symbol. Its step is checked later, because it depends on the instrument. */
export function readPrice(
  name: string,
  text: string,
  symbol: string,
  parse: typeof parsePriceOf = parsePriceOf,
): bigint {
  const price = parse(symbol, text);
  if (price !== undefined) return price;
  throw new UsageFault(`${name} "${text}" is not a price: write ${describePriceForm(symbol)}.`);
}

/** How a price of a symbol is written. */
export function describePriceForm(symbol: string): string {
  return priceUnitOf(symbol) === "point"
    ? "points such as 1461.5 or 1,461.5, with at most one decimal"
    : "whole VND such as 25000 or 25,000";
}

/** Parses a ratio such as `0.5` into millionths; undefined if it is not one. */
export function parseRatio(text: string): bigint | undefined {
  const [, whole, fraction = ""] = /^(0|1)?(?:\.([0-9]{1,6}))?$/.exec(text) ?? [];
  const millionths = BigInt(whole ?? "0") * 1_000_000n + BigInt(fraction.padEnd(6, "0"));
  const isWritten = whole !== undefined || fraction !== "";
  return isWritten && millionths <= 1_000_000n ? millionths : undefined;
}
