import { type CalendarDate, calendarDateOf } from "../calendar-date.ts";
import type { Price } from "../price.ts";
import { KeptDepth } from "./kept-depth.ts";
import type {
  NewsMessage,
  QuoteSentiment,
  SymbolMessage,
  TradeMessage,
  TradeTotal,
} from "./market-message.ts";
import { blankQuote, type Quote, quoteOfSnapshot } from "./quote.ts";

/** How much news is kept of a symbol. */
export const newsMax = 5;

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
  switch (message.kind) {
    case "trade":
      return quoteAfter(applyTrade(quote, message), message);
    case "depth":
      quote.depth = (quote.depth ?? new KeptDepth()).keep(message);
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
    case "sentiment":
      quote.sentiment = keepSentiment(quote.sentiment, message);
      return quote;
    case "news":
      quote.news = addNews(quote, message);
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
  const quote =
    atMs < known.dayEndMs ? known : beginDay(known, calendarDateOf(atMs), referencePriceAfter(known));
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

/** Takes numbers over what was kept, as the message itself would have to be copied at collections of garbage. */
function keepSentiment(
  kept: Quote["sentiment"],
  { bullishCount, bearishCount, atMs }: QuoteSentiment,
): Quote["sentiment"] {
  if (kept === undefined) return { bullishCount, bearishCount, atMs };
  kept.bullishCount = bullishCount;
  kept.bearishCount = bearishCount;
  kept.atMs = atMs;
  return kept;
}

function addNews({ news }: Quote, { item }: NewsMessage): Quote["news"] {
  return [item, ...news].slice(0, newsMax);
}
