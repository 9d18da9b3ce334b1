import { type CalendarDate, calendarDateOf, dayMs, startOfDateMs } from "../calendar.ts";
import type { Price } from "../price.ts";
import type {
  NewsItem,
  QuoteSnapshot,
  SnapshotMessage,
  SymbolMessage,
  TradeMessage,
  TradeTotal,
} from "./messages.ts";

/** The number of news items kept for a symbol. */
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

/** Only the totals change in place. */
function copyTotals({ total, bought, sold }: QuoteSnapshot): Pick<Quote, "total" | "bought" | "sold"> {
  return { total: { ...total }, bought: { ...bought }, sold: { ...sold } };
}

/** Applies the next message of a symbol. Returns the new state: mostly the same quote, changed in place. */
export function applyMessage(known: Quote, message: SymbolMessage): Quote {
  const quote = changedBy(known, message);
  quote.seq = message.seq;
  quote.atMs = message.atMs;
  return quote;
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
