import { isCalendarDate } from "../calendar.ts";
import type { Session } from "../sessions.ts";
import type {
  BookLevel,
  NewsItem,
  QuoteDepth,
  QuoteSentiment,
  QuoteSnapshot,
  TradeTotal,
} from "./messages.ts";

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

const sessions: readonly Session[] = [
  "opening-auction",
  "continuous",
  "closing-auction",
  "post-close",
  "closed",
];

/**
 * Reads what `renderQuote` wrote. What was written by somebody else, or damaged since, is found here and not when
 * somebody searches; members that are not known are passed over, so that they can be added.
 */
export function readQuote(text: string): QuoteReading {
  const parsed = parseJson(text);
  if (parsed === undefined) return { kind: "faulty", faults: ["The text is no JSON."] };
  const faults: string[] = [];
  const quote = readMembers(new MemberReader(parsed, "", faults));
  return faults.length === 0 ? { kind: "quote", quote } : { kind: "faulty", faults };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readMembers(members: MemberReader): QuoteSnapshot {
  const price = (name: string): bigint | undefined => members.maybe(name, (each) => members.price(each));
  // A price without its quantity could not be shown.
  if (members.has("lastPrice") !== members.has("lastQuantity")) members.note("lastQuantity");
  return {
    date: members.text("date", isCalendarDate),
    referencePrice: members.price("referencePrice"),
    session: members.maybe("session", (name) => members.oneOf(name, sessions)),
    isHalted: members.flag("isHalted"),
    lastPrice: price("lastPrice"),
    lastQuantity: members.maybe("lastQuantity", (name) => members.count(name, 1)),
    lastTradedAtMs: members.maybe("lastTradedAtMs", (name) => members.count(name)),
    openPrice: price("openPrice"),
    closePrice: price("closePrice"),
    highPrice: price("highPrice"),
    lowPrice: price("lowPrice"),
    total: readTotal(members, "total"),
    bought: readTotal(members, "bought"),
    sold: readTotal(members, "sold"),
    openInterest: members.maybe("openInterest", (name) => members.count(name)),
    depth: members.maybe("depth", (name) => readDepth(members.object(name))),
    sentiment: members.maybe("sentiment", (name) => readSentiment(members.object(name))),
    news: readNews(members),
    quotedSeq: members.count("quotedSeq"),
    quotedAtMs: members.count("quotedAtMs"),
  };
}

/** Trades have a quantity and a turnover each, so that of the three none is 0 alone: averages are divided by them. */
function readTotal(members: MemberReader, name: string): TradeTotal {
  const total = members.object(name);
  const quantity = total.count("quantity");
  const turnover = total.sum("turnover");
  const tradeCount = total.count("tradeCount");
  const isNothing = quantity === 0 && turnover === 0n && tradeCount === 0;
  const isSomething = quantity > 0 && turnover > 0n && tradeCount > 0;
  if (!isNothing && !isSomething) members.note(name);
  return { quantity, turnover, tradeCount };
}

function readDepth(depth: MemberReader): QuoteDepth {
  return {
    seq: depth.count("seq"),
    atMs: depth.count("atMs"),
    bids: depth.list("bids", readLevel),
    asks: depth.list("asks", readLevel),
  };
}

function readLevel(level: MemberReader): BookLevel {
  return { price: level.price("price"), quantity: level.count("quantity", 1) };
}

function readSentiment(sentiment: MemberReader): QuoteSentiment {
  return {
    bullishCount: sentiment.count("bullishCount"),
    bearishCount: sentiment.count("bearishCount"),
    atMs: sentiment.count("atMs"),
  };
}

function readNews(members: MemberReader): NewsItem[] {
  return members.list("news", (item) => ({
    title: item.text("title"),
    publishedAtMs: item.count("publishedAtMs"),
    url: item.maybe("url", (name) => item.text(name)),
  }));
}

const pricePattern = /^[1-9][0-9]{0,15}$/;
const sumPattern = /^(?:0|[1-9][0-9]{0,37})$/;

/** Reads the members of an object that came from outside, and notes by its path each that is not what it should be. */
class MemberReader {
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #path: string;
  readonly #faults: string[];

  constructor(value: unknown, path: string, faults: string[]) {
    const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isRecord) faults.push(`${path || "The whole"} is no object.`);
    this.#members = isRecord ? (value as Readonly<Record<string, unknown>>) : {};
    this.#path = path === "" ? "" : `${path}.`;
    this.#faults = faults;
  }

  /** Whether the member is there; null and absent are the same. */
  has(name: string): boolean {
    return this.#members[name] !== undefined && this.#members[name] !== null;
  }

  text(name: string, isValid: (text: string) => boolean = () => true): string {
    const value = this.#members[name];
    if (typeof value === "string" && isValid(value)) return value;
    this.note(name);
    return "";
  }

  oneOf<Known extends string>(name: string, known: readonly Known[]): Known | undefined {
    const found = known.find((each) => each === this.#members[name]);
    if (found === undefined) this.note(name);
    return found;
  }

  flag(name: string): boolean {
    const value = this.#members[name];
    if (typeof value !== "boolean") this.note(name);
    return value === true;
  }

  /** A safe integer that is not below a bound. */
  count(name: string, min = 0): number {
    const value = this.#members[name];
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= min) return value;
    this.note(name);
    return min;
  }

  /** Thousandths above 0. */
  price(name: string): bigint {
    return this.#integer(name, pricePattern);
  }

  /** Thousandths from 0 on. */
  sum(name: string): bigint {
    return this.#integer(name, sumPattern);
  }

  object(name: string): MemberReader {
    return new MemberReader(this.#members[name], `${this.#path}${name}`, this.#faults);
  }

  list<Item>(name: string, read: (item: MemberReader) => Item): Item[] {
    const value = this.#members[name];
    if (!Array.isArray(value)) {
      this.note(name);
      return [];
    }
    return value.map((item, index) =>
      read(new MemberReader(item, `${this.#path}${name}[${index}]`, this.#faults)),
    );
  }

  /** Gives what is read where the member is there. */
  maybe<Value>(name: string, read: (name: string) => Value): Value | undefined {
    return this.has(name) ? read(name) : undefined;
  }

  note(name: string): void {
    this.#faults.push(`${this.#path}${name} is not what it should be.`);
  }

  #integer(name: string, pattern: RegExp): bigint {
    const value = this.#members[name];
    if (typeof value === "string" && pattern.test(value)) return BigInt(value);
    this.note(name);
    return 0n;
  }
}
