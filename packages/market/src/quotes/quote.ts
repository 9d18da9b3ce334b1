import { type CalendarDate, calendarDateOf, dayMs, startOfDateMs } from "../calendar.ts";
import type { Price } from "../price.ts";
import { isOfClosingAuction } from "../sessions.ts";
import type {
  ClosingPrice,
  NewsItem,
  QuoteSnapshot,
  SnapshotMessage,
  SymbolMessage,
  TradeMessage,
  TradeTotal,
} from "./messages.ts";

const newsMax = 5;

/** Shared, because most instruments have no news. */
const noNews: readonly NewsItem[] = [];

type Mutable<Type> = { -readonly [Field in keyof Type]: Type[Field] };

/** The board's state of a symbol. Messages change it in place; depth, sentiment and news are replaced as a whole. */
export type Quote = Mutable<QuoteSnapshot> & {
  seq: number;
  atMs: number;
  readonly total: TradeTotal;
  readonly bought: TradeTotal;
  readonly sold: TradeTotal;
};

/** The state at the beginning of a day, before its first message. */
export function blankQuote(date: CalendarDate, referencePrice: Price): Quote {
  return {
    seq: 0,
    atMs: 0,
    date,
    referencePrice,
    previousClose: undefined,
    session: undefined,
    isHalted: false,
    lastPrice: undefined,
    lastQuantity: undefined,
    lastTradedAtMs: undefined,
    openPrice: undefined,
    closePrice: undefined,
    highPrice: undefined,
    lowPrice: undefined,
    total: { quantity: 0, turnover: 0n, tradeCount: 0 },
    turnoverBefore: undefined,
    bought: { quantity: 0, turnover: 0n, tradeCount: 0 },
    sold: { quantity: 0, turnover: 0n, tradeCount: 0 },
    openInterest: undefined,
    depth: undefined,
    sentiment: undefined,
    news: noNews,
    quotedSeq: 0,
    quotedAtMs: 0,
  };
}

/** Creates a quote from a snapshot, without sharing the parts that change in place. */
export function quoteOfSnapshot({ seq, atMs, quote }: SnapshotMessage): Quote {
  return { ...quote, ...copyTotals(quote), seq, atMs };
}

/** Creates a snapshot, which later messages do not change. */
export function snapshotOfQuote(symbol: string, { seq, atMs, ...quote }: Quote): SnapshotMessage {
  return { kind: "snapshot", symbol, seq, atMs, quote: { ...quote, ...copyTotals(quote) } };
}

/** The turnover of the day before a date, by an earlier quote of the symbol. */
export function turnoverBefore(date: CalendarDate, earlier: Quote | undefined): bigint | undefined {
  if (earlier === undefined || earlier.date > date) return undefined;
  return earlier.date < date ? earlier.total.turnover : earlier.turnoverBefore;
}

/** Only the totals change in place. */
function copyTotals({ total, bought, sold }: QuoteSnapshot): Pick<Quote, "total" | "bought" | "sold"> {
  return { total: { ...total }, bought: { ...bought }, sold: { ...sold } };
}

/**
 * The closing price of a quote's day: the one that the feed sent as such, else the last trade if the closing auction made it. An
 * earlier trade need not be the last one of the day. Undefined if neither was received.
 */
export function closeOf(
  quote: Pick<QuoteSnapshot, "date" | "closePrice" | "lastPrice" | "lastTradedAtMs">,
): ClosingPrice | undefined {
  const { date, closePrice, lastPrice, lastTradedAtMs } = quote;
  const isLast = lastTradedAtMs !== undefined && isOfClosingAuction(date, lastTradedAtMs);
  const price = closePrice ?? (isLast ? lastPrice : undefined);
  return price === undefined ? undefined : { date, price };
}

/** The closing price before a day, as far as the quote of that day or an earlier one tells. */
export function closeBefore(quote: QuoteSnapshot | undefined, date: CalendarDate): ClosingPrice | undefined {
  if (quote === undefined || quote.date > date) return undefined;
  return quote.date === date ? quote.previousClose : closeOf(quote);
}

/** Applies the next message of a symbol. Returns the new state: mostly the same quote, changed in place. */
export function applyMessage(known: Quote, message: SymbolMessage): Quote {
  const quote = changedBy(known, message);
  quote.seq = message.seq;
  quote.atMs = message.kind === "snapshot" ? message.atMs : laterAtMs(known.atMs, message.atMs);
  return quote;
}

/** A quote from further ahead than this has its time from a clock that was wrong. */
const skewMsMax = 60_000;

/**
 * The time of a quote after a message. Messages of a symbol come in their order, but their times may not: with an earlier time, the
 * later quote would be older than the one that is stored.
 */
export function laterAtMs(knownMs: number, messageMs: number): number {
  return knownMs > messageMs && knownMs - messageMs <= skewMsMax ? knownMs : messageMs;
}

/**
 * Applies the next message of a symbol but for its price, which was rejected. A trade counts nowhere; a snapshot has the prices of its
 * day that are known, and a day has the reference price that follows from the day before.
 */
export function applyRejected(known: Quote, message: SymbolMessage): Quote {
  const { seq, atMs } = message;
  if (message.kind === "day")
    return applyMessage(known, { ...message, referencePrice: referencePriceAfter(known) });
  if (message.kind === "snapshot")
    return { ...quoteOfSnapshot(message), ...tradedPricesOf(known, message), seq, atMs };
  return Object.assign(known, { seq, atMs: laterAtMs(known.atMs, atMs) });
}

type TradedPrices = Pick<
  Quote,
  "lastPrice" | "lastQuantity" | "lastTradedAtMs" | "openPrice" | "closePrice" | "highPrice" | "lowPrice"
>;

/** The prices of the day of a snapshot that are known without it. */
function tradedPricesOf(known: Quote, { quote: { date, referencePrice } }: SnapshotMessage): TradedPrices {
  const { lastPrice, lastQuantity, lastTradedAtMs, openPrice, closePrice, highPrice, lowPrice } =
    known.date === date ? known : blankQuote(date, referencePrice);
  return { lastPrice, lastQuantity, lastTradedAtMs, openPrice, closePrice, highPrice, lowPrice };
}

function changedBy(quote: Quote, message: SymbolMessage): Quote {
  const { seq, atMs } = message;
  switch (message.kind) {
    case "trade":
      return markQuoted(applyTrade(quote, message), message);
    case "depth":
      quote.depth = { seq, atMs, bids: message.bids, asks: message.asks };
      return quote;
    case "session":
      quote.session = message.session;
      return markQuoted(quote, message);
    case "close":
      quote.closePrice = message.price;
      return markQuoted(quote, message);
    case "status":
      quote.isHalted = message.isHalted;
      return markQuoted(quote, message);
    case "open-interest":
      quote.openInterest = message.openInterest;
      return markQuoted(quote, message);
    case "day":
      return markQuoted(beginDay(quote, message.date, message.referencePrice), message);
    case "sentiment": {
      const { bullishCount, bearishCount } = message;
      quote.sentiment = { bullishCount, bearishCount, atMs };
      return quote;
    }
    case "news":
      quote.news = [message.item, ...quote.news].slice(0, newsMax);
      return quote;
    case "snapshot":
      return quoteOfSnapshot(message);
  }
}

/** Records the last message that changed anything but depth, sentiment and news. */
function markQuoted(quote: Quote, { seq, atMs }: SymbolMessage): Quote {
  quote.quotedSeq = seq;
  quote.quotedAtMs = atMs;
  return quote;
}

function applyTrade(known: Quote, { atMs, price, quantity, side }: TradeMessage): Quote {
  // If the feed did not send the new day, the trades of two days must still not be summed up as one.
  const isOfDay = atMs < startOfDateMs(known.date) + dayMs;
  const quote = isOfDay ? known : beginDay(known, calendarDateOf(atMs), referencePriceAfter(known));
  const turnover = price * BigInt(quantity);
  addTrade(quote.total, quantity, turnover);
  if (side === "buy") addTrade(quote.bought, quantity, turnover);
  else if (side === "sell") addTrade(quote.sold, quantity, turnover);
  quote.openPrice ??= price;
  quote.lastPrice = price;
  quote.lastQuantity = quantity;
  quote.lastTradedAtMs = atMs;
  if (quote.highPrice === undefined || price > quote.highPrice) quote.highPrice = price;
  if (quote.lowPrice === undefined || price < quote.lowPrice) quote.lowPrice = price;
  return quote;
}

function addTrade(total: TradeTotal, quantity: number, turnover: bigint): void {
  total.quantity += quantity;
  total.turnover += turnover;
  total.tradeCount += 1;
}

function beginDay(known: Quote, date: CalendarDate, referencePrice: Price): Quote {
  const { openInterest, sentiment, news } = known;
  return { ...blankQuote(date, referencePrice), openInterest, sentiment, news };
}

function referencePriceAfter({ closePrice, lastPrice, referencePrice }: Quote): Price {
  return closePrice ?? lastPrice ?? referencePrice;
}
