import { isCalendarDate } from "../calendar.ts";
import type { Session } from "../sessions.ts";
import type { QuoteSnapshot, TradeTotal } from "./messages.ts";

/**
 * Writes all that is known of a symbol as JSON to be kept, which `readQuote` reads back. Prices and turnovers are
 * thousandths as decimal texts, since a number of JSON would round them.
 */
export function renderQuote(quote: QuoteSnapshot): string {
  return JSON.stringify(quote, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value));
}

/** What a text says is known of a symbol, or a sentence a fault where it says nothing that could be. */
export type QuoteReading =
  | { readonly kind: "quote"; readonly quote: QuoteSnapshot }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

/**
 * Reads what `renderQuote` wrote. What was written by somebody else, or damaged since, is found here and not when
 * somebody searches; members that are not known are passed over, so that they can be added.
 */
export function readQuote(text: string): QuoteReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "faulty", faults: ["The text is no JSON."] };
  }
  const faults: string[] = [];
  const quote = wholeQuote(value, "", faults);
  // A price without its quantity could not be shown.
  if ((quote.lastPrice === undefined) !== (quote.lastQuantity === undefined)) note("lastQuantity", faults);
  return faults.length === 0 ? { kind: "quote", quote } : { kind: "faulty", faults };
}

/** Reads a value, and notes by its place where it is not what it should be. */
type Read<Value> = (value: unknown, place: string, faults: string[]) => Value;

function note(place: string, faults: string[]): void {
  faults.push(`${place} is not what it should be.`);
}

/** Reads a value that a check tells is one, and gives another in the place of one that is none. */
function checked<Value>(isValid: (value: unknown) => value is Value, instead: Value): Read<Value> {
  return (value, place, faults) => {
    if (isValid(value)) return value;
    note(place, faults);
    return instead;
  };
}

function textThat(isValid: (text: string) => boolean): Read<string> {
  return checked((value): value is string => typeof value === "string" && isValid(value), "");
}

/** A safe integer that is not below a bound. */
function count(min = 0): Read<number> {
  return checked((value): value is number => Number.isSafeInteger(value) && (value as number) >= min, min);
}

/** A whole number as a text of digits. */
function integer(pattern: RegExp): Read<bigint> {
  const digits = textThat((text) => pattern.test(text));
  return (...given) => BigInt(digits(...given));
}

/** Null and absent are the same. */
function maybe<Value>(read: Read<Value>): Read<Value | undefined> {
  return (value, ...where) => (value === undefined || value === null ? undefined : read(value, ...where));
}

function list<Value>(read: Read<Value>): Read<Value[]> {
  const array = checked((value): value is unknown[] => Array.isArray(value), []);
  return (value, place, faults) =>
    array(value, place, faults).map((item, index) => read(item, `${place}[${index}]`, faults));
}

function members<Forms extends Readonly<Record<string, Read<unknown>>>>(
  forms: Forms,
): Read<{ [Name in keyof Forms]: ReturnType<Forms[Name]> }> {
  return (value, place, faults) => {
    const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isRecord) faults.push(`${place || "The whole"} is no object.`);
    const given = isRecord ? (value as Readonly<Record<string, unknown>>) : {};
    const read = Object.entries(forms).map(([name, form]) => {
      return [name, form(given[name], place === "" ? name : `${place}.${name}`, faults)];
    });
    return Object.fromEntries(read);
  };
}

const flag = checked((value): value is boolean => typeof value === "boolean", false);
const anyText = textThat(() => true);
/** Thousandths above 0. */
const price = integer(/^[1-9][0-9]{0,15}$/);
const levels = list(members({ price, quantity: count(1) }));
const sessions: readonly unknown[] = [
  ...(["opening-auction", "continuous", "closing-auction", "post-close", "closed"] satisfies Session[]),
];

const sums = members({
  quantity: count(),
  turnover: integer(/^(?:0|[1-9][0-9]{0,37})$/),
  tradeCount: count(),
});

/** Trades have a quantity and a turnover each, so that of the three none is 0 alone: averages are divided by them. */
const total: Read<TradeTotal> = (value, place, faults) => {
  const read = sums(value, place, faults);
  const isSomething = read.quantity > 0;
  if (read.turnover > 0n !== isSomething || read.tradeCount > 0 !== isSomething) note(place, faults);
  return read;
};

const wholeQuote = members({
  date: textThat(isCalendarDate),
  referencePrice: price,
  session: maybe(checked((value): value is Session => sessions.includes(value), "closed")),
  isHalted: flag,
  lastPrice: maybe(price),
  lastQuantity: maybe(count(1)),
  lastTradedAtMs: maybe(count()),
  openPrice: maybe(price),
  closePrice: maybe(price),
  highPrice: maybe(price),
  lowPrice: maybe(price),
  total,
  bought: total,
  sold: total,
  openInterest: maybe(count()),
  depth: maybe(members({ seq: count(), atMs: count(), bids: levels, asks: levels })),
  sentiment: maybe(members({ bullishCount: count(), bearishCount: count(), atMs: count() })),
  news: list(members({ title: anyText, publishedAtMs: count(), url: maybe(anyText) })),
  quotedSeq: count(),
  quotedAtMs: count(),
});
