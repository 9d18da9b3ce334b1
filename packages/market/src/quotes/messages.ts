import { type CalendarDate, calendarDateOf, startOfDateMs } from "../calendar.ts";
import type { Price } from "../price.ts";
import type { Session } from "../sessions.ts";

/**
 * Every message that a feed can send.
 *
 * Prices are exact thousandths. Prices and quantities are above 0; code that reads external messages refuses others. Quantities are
 * safe integers, in shares or contracts: summing a trade takes about 17 ns with them and 28 ns with bigints, and no day's volume
 * comes near 2^53. Times are Unix milliseconds.
 *
 * The publisher numbers the messages of each symbol consecutively, so that a follower notices missed ones. A `day` and a `snapshot`
 * do not depend on earlier messages; all others do.
 */
export type MarketMessage =
  | SymbolMessage
  /** The feed is alive. The message has no other content. */
  | { readonly kind: "heartbeat"; readonly atMs: number };

/** A numbered message about one symbol. */
export type SymbolMessage = {
  readonly symbol: string;
  readonly seq: number;
  readonly atMs: number;
} & Body;

type Body =
  /** A trading day begins, without trades, orders or a halt. */
  | { readonly kind: "day"; readonly date: CalendarDate; readonly referencePrice: Price }
  /** The session of the symbol changes. */
  | { readonly kind: "session"; readonly session: Session }
  /** A trade. Its price is the last price of the symbol until the next trade. */
  | { readonly kind: "trade"; readonly price: Price; readonly quantity: number; readonly side: TradeSide }
  /** The best levels of the order book, best first. They replace the previous ones. */
  | { readonly kind: "depth"; readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] }
  /** The closing price of the day. */
  | { readonly kind: "close"; readonly price: Price }
  /** Trading in the symbol is halted or resumed. */
  | { readonly kind: "status"; readonly isHalted: boolean }
  /** The number of open contracts of a derivative. */
  | { readonly kind: "open-interest"; readonly openInterest: number }
  /** The number of people who expect a rise, and of those who expect a fall. */
  | ({ readonly kind: "sentiment" } & Sentiment)
  /** A news item about the symbol. */
  | { readonly kind: "news"; readonly item: NewsItem }
  /** The whole state of the symbol after the message numbered `seq`, with the time of that message. */
  | { readonly kind: "snapshot"; readonly quote: QuoteSnapshot };

export type TradeMessage = Extract<SymbolMessage, { readonly kind: "trade" }>;

export type SnapshotMessage = Extract<SymbolMessage, { readonly kind: "snapshot" }>;

/** The side that initiated a trade: the buyer, the seller, or neither, as in an auction. */
export type TradeSide = "buy" | "sell" | "none";

/** The quantity of all orders at one price. */
export type BookLevel = { readonly price: Price; readonly quantity: number };

export type Sentiment = { readonly bullishCount: number; readonly bearishCount: number };

/** A news item, with an optional link. */
export type NewsItem = {
  readonly title: string;
  readonly publishedAtMs: number;
  readonly url?: string | undefined;
};

/** The state of a symbol as plain data, to be sent and stored. */
export type QuoteSnapshot = {
  readonly date: CalendarDate;
  readonly referencePrice: Price;
  /** The closing price of the day before this one on which the symbol was received; undefined if no close was received. */
  readonly previousClose?: ClosingPrice | undefined;
  readonly session: Session | undefined;
  readonly isHalted: boolean;
  readonly lastPrice: Price | undefined;
  readonly lastQuantity: number | undefined;
  /** The time of the last trade; undefined if its source did not send it. */
  readonly lastTradedAtMs: number | undefined;
  readonly openPrice: Price | undefined;
  readonly closePrice: Price | undefined;
  readonly highPrice: Price | undefined;
  readonly lowPrice: Price | undefined;
  readonly total: Readonly<TradeTotal>;
  /** The turnover of the trading day before, in thousandths; undefined if it is not known. */
  readonly turnoverBefore?: bigint | undefined;
  readonly bought: Readonly<TradeTotal>;
  readonly sold: Readonly<TradeTotal>;
  readonly openInterest: number | undefined;
  readonly depth: QuoteDepth | undefined;
  readonly sentiment: QuoteSentiment | undefined;
  readonly news: readonly NewsItem[];
  /** The last message that changed anything but depth, sentiment and news. */
  readonly quotedSeq: number;
  readonly quotedAtMs: number;
};

export type ClosingPrice = { readonly date: CalendarDate; readonly price: Price };

/** Sums over some trades. Turnover is the sum of price times quantity, in thousandths. */
export type TradeTotal = { quantity: number; turnover: bigint; tradeCount: number };

/** The order book of the last `depth` message. */
export type QuoteDepth = {
  readonly seq: number;
  readonly atMs: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
};

/** The sentiment of the last `sentiment` message. */
type QuoteSentiment = Sentiment & { readonly atMs: number };

/**
 * Moves a message to another time, to replay a market on another clock. All of its times move equally, and a `day` gets the date of
 * the new time.
 */
export function restampMessage(message: MarketMessage, atMs: number): MarketMessage {
  const movedMs = atMs - message.atMs;
  if (movedMs === 0) return message;
  switch (message.kind) {
    case "day":
      return { ...message, atMs, date: calendarDateOf(atMs) };
    case "news":
      return { ...message, atMs, item: moveNews(message.item, movedMs) };
    case "snapshot":
      return { ...message, atMs, quote: moveQuote(message.quote, movedMs) };
    default:
      return { ...message, atMs };
  }
}

function moveDate(date: CalendarDate, movedMs: number): CalendarDate {
  return calendarDateOf(startOfDateMs(date) + movedMs);
}

function moveNews(item: NewsItem, movedMs: number): NewsItem {
  return { ...item, publishedAtMs: item.publishedAtMs + movedMs };
}

function moveQuote(quote: QuoteSnapshot, movedMs: number): QuoteSnapshot {
  const { depth, sentiment, quotedAtMs, lastTradedAtMs, previousClose } = quote;
  const date = calendarDateOf(quotedAtMs + movedMs);
  const movedDaysMs = startOfDateMs(date) - startOfDateMs(quote.date);
  return {
    ...quote,
    previousClose: previousClose && { ...previousClose, date: moveDate(previousClose.date, movedDaysMs) },
    lastTradedAtMs: lastTradedAtMs === undefined ? undefined : lastTradedAtMs + movedMs,
    date,
    depth: depth && { ...depth, atMs: depth.atMs + movedMs },
    sentiment: sentiment && { ...sentiment, atMs: sentiment.atMs + movedMs },
    news: quote.news.map((item) => moveNews(item, movedMs)),
    quotedAtMs: quotedAtMs + movedMs,
  };
}
