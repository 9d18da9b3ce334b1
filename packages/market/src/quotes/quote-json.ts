import { isCalendarDate } from "../calendar.ts";
import type { Session } from "../sessions.ts";
import type { QuoteSnapshot, TradeTotal } from "./messages.ts";

/**
 * Formats a quote as JSON that `readQuote` parses. Prices and turnovers are strings of thousandths, because JSON numbers would
 * round them.
 */
export function renderQuote(quote: QuoteSnapshot): string {
  return writeJson(quote);
}

function writeJson(value: object): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? `${each}` : each));
}

/** The parsed quote, or one sentence per fault. */
export type QuoteReading =
  | { readonly kind: "quote"; readonly quote: QuoteSnapshot }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

/**
 * Parses and validates the output of `renderQuote`, so that damaged or foreign data is found here and not during a search. Unknown
 * members are ignored, so that later versions can add some.
 */
export function readQuote(text: string): QuoteReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "faulty", faults: ["The text is not JSON."] };
  }
  const faults: string[] = [];
  const quote = wholeQuote(value, "", faults);
  // A last price without its quantity cannot be displayed.
  if ((quote.lastPrice === undefined) !== (quote.lastQuantity === undefined)) report("lastQuantity", faults);
  return faults.length === 0 ? { kind: "quote", quote } : { kind: "faulty", faults };
}

/** The day of a quote, and whether its symbol is halted. */
type QuoteDay = Pick<QuoteSnapshot, "date" | "referencePrice" | "isHalted" | "previousClose">;

/** Formats the day of a quote as JSON that `readQuoteDay` parses. */
export function renderQuoteDay({ date, referencePrice, isHalted, previousClose }: QuoteDay): string {
  return writeJson({ date, referencePrice, isHalted, previousClose });
}

/** Parses the day of a quote. Undefined if it is not valid. */
export function readQuoteDay(text: string): QuoteDay | undefined {
  const faults: string[] = [];
  try {
    const read = quoteDay(JSON.parse(text), "", faults);
    return faults.length === 0 ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Parses a value, and reports the place of an invalid one. */
type Read<Value> = (value: unknown, place: string, faults: string[]) => Value;

function report(place: string, faults: string[]): void {
  faults.push(`${place} is not valid.`);
}

/** Returns a value that passes the check; otherwise reports it and returns `fallback`. */
function checked<Value>(isValid: (value: unknown) => value is Value, fallback: Value): Read<Value> {
  return (value, place, faults) => {
    if (isValid(value)) return value;
    report(place, faults);
    return fallback;
  };
}

function textThat(isValid: (text: string) => boolean): Read<string> {
  return checked((value): value is string => typeof value === "string" && isValid(value), "");
}

/** A safe integer of at least `min`. */
function count(min = 0): Read<number> {
  return checked((value): value is number => Number.isSafeInteger(value) && (value as number) >= min, min);
}

/** An integer as a string of digits. */
function integer(pattern: RegExp): Read<bigint> {
  const digits = textThat((text) => pattern.test(text));
  return (...given) => BigInt(digits(...given));
}

/** Treats null as missing. */
function optional<Value>(read: Read<Value>): Read<Value | undefined> {
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
    if (!isRecord) faults.push(`${place || "The root"} is not an object.`);
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

const turnover = integer(/^(?:0|[1-9][0-9]{0,37})$/);

const sums = members({
  quantity: count(),
  turnover,
  tradeCount: count(),
});

/** Each trade has a quantity and a turnover, so either all three sums are 0 or none is. Averages are divided by them. */
const total: Read<TradeTotal> = (value, place, faults) => {
  const read = sums(value, place, faults);
  const hasTrades = read.quantity > 0;
  if (read.turnover > 0n !== hasTrades || read.tradeCount > 0 !== hasTrades) report(place, faults);
  return read;
};

const date = textThat(isCalendarDate);
const day = {
  ...{ date, referencePrice: price, isHalted: flag },
  previousClose: optional(members({ date, price })),
};
const quoteDay = members(day);

const wholeQuote = members({
  ...day,
  session: optional(checked((value): value is Session => sessions.includes(value), "closed")),
  lastPrice: optional(price),
  lastQuantity: optional(count(1)),
  lastTradedAtMs: optional(count()),
  openPrice: optional(price),
  closePrice: optional(price),
  highPrice: optional(price),
  lowPrice: optional(price),
  total,
  turnoverBefore: optional(turnover),
  bought: total,
  sold: total,
  openInterest: optional(count()),
  depth: optional(members({ seq: count(), atMs: count(), bids: levels, asks: levels })),
  sentiment: optional(members({ bullishCount: count(), bearishCount: count(), atMs: count() })),
  news: list(members({ title: anyText, publishedAtMs: count(), url: optional(anyText) })),
  quotedSeq: count(),
  quotedAtMs: count(),
});
