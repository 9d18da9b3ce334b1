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

/** How much news is kept of a symbol. */
const newsMax = 5;

/** Nothing has been heard of most instruments. */
const noNews: readonly NewsItem[] = [];

type Mutable<Type> = { -readonly [Field in keyof Type]: Type[Field] };

/** What the board knows of a symbol, changed in place by each message; books, sentiment and news are replaced whole. */
export type Quote = Mutable<QuoteSnapshot> & {
  seq: number;
  atMs: number;
  readonly total: TradeTotal;
  readonly bought: TradeTotal;
  readonly sold: TradeTotal;
};

/** Gives what is known at the beginning of a day on which nothing has been told yet. */
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

/** Takes a snapshot for what is known, without keeping any part that others could change. */
export function quoteOfSnapshot({ seq, atMs, quote }: SnapshotMessage): Quote {
  return { ...quote, ...copyTotals(quote), seq, atMs };
}

/** Gives what is known as it is now; what is told later does not change it. */
export function snapshotOfQuote(symbol: string, { seq, atMs, ...quote }: Quote): SnapshotMessage {
  return { kind: "snapshot", symbol, seq, atMs, quote: { ...quote, ...copyTotals(quote) } };
}

/** Only the sums of trades are changed in place. */
function copyTotals({ total, bought, sold }: QuoteSnapshot): Pick<Quote, "total" | "bought" | "sold"> {
  return { total: { ...total }, bought: { ...bought }, sold: { ...sold } };
}

/**
 * Brings what is known of a symbol up to date with the message that follows it, and gives what is known now: mostly
 * the same quote, changed in place.
 */
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
      return quoteAfter(applyTrade(quote, message), message);
    case "depth":
      quote.depth = { seq, atMs, bids: message.bids, asks: message.asks };
      return quote;
    case "session":
      quote.session = message.session;
      return quoteAfter(quote, message);
    case "close":
      quote.closePrice = message.price;
      return quoteAfter(quote, message);
    case "status":
      quote.isHalted = message.isHalted;
      return quoteAfter(quote, message);
    case "open-interest":
      quote.openInterest = message.openInterest;
      return quoteAfter(quote, message);
    case "day":
      return quoteAfter(beginDay(quote, message.date, message.referencePrice), message);
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

function quoteAfter(quote: Quote, { seq, atMs }: SymbolMessage): Quote {
  quote.quotedSeq = seq;
  quote.quotedAtMs = atMs;
  return quote;
}

function applyTrade(known: Quote, { atMs, price, quantity, side }: TradeMessage): Quote {
  // A feed that forgets to tell of the new day must not have two days summed up as one.
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
