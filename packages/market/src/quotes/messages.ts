import { type CalendarDate, calendarDateOf } from "../calendar.ts";
import type { Price } from "../price.ts";
import type { Session } from "../sessions.ts";

/**
 * Everything that a feed tells of the market; there is no other kind.
 *
 * Prices are exact thousandths and above 0, as quantities are: whoever reads messages from outside refuses others.
 * Quantities are safe integers, counted in shares or contracts: adding a trade up takes about 17 ns with them and
 * 28 ns with bigints, and no day's volume comes near 2^53. Times are Unix milliseconds.
 *
 * Whoever publishes numbers the messages of a symbol without a hole, each one more than the last, so that a follower
 * notices what it missed. A `day` and a `snapshot` need nothing of what came before; all others do.
 */
export type MarketMessage =
  | SymbolMessage
  /** The feed is there, and says nothing else. */
  | { readonly kind: "heartbeat"; readonly atMs: number };

/** A message that is about one symbol, and numbered. */
export type SymbolMessage = { readonly symbol: string; readonly seq: number; readonly atMs: number } & Told;

type Told =
  /** A trading day begins: nothing has been traded, nobody has ordered, and nothing is halted. */
  | { readonly kind: "day"; readonly date: CalendarDate; readonly referencePrice: Price }
  /** The exchange now does something else with the symbol. */
  | { readonly kind: "session"; readonly session: Session }
  /** Something was traded; its price is the last price of the symbol until the next. */
  | { readonly kind: "trade"; readonly price: Price; readonly quantity: number; readonly side: TradeSide }
  /** The best levels of the order book, best first, in place of all that were told before. */
  | { readonly kind: "depth"; readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] }
  /** The closing price of the day is known. */
  | { readonly kind: "close"; readonly price: Price }
  /** Trading in the symbol was stopped, or goes on. */
  | { readonly kind: "status"; readonly isHalted: boolean }
  /** How many contracts of a derivative are open. */
  | { readonly kind: "open-interest"; readonly openInterest: number }
  /** How many of the crowd expect a rise, and how many a fall. */
  | ({ readonly kind: "sentiment" } & Sentiment)
  /** There is news of the symbol. */
  | { readonly kind: "news"; readonly item: NewsItem }
  /** All that is known of the symbol just after the message numbered `seq`, and when that message was told. */
  | { readonly kind: "snapshot"; readonly quote: QuoteSnapshot };

/** Something was traded. */
export type TradeMessage = Extract<SymbolMessage, { readonly kind: "trade" }>;

/** The state of a symbol. */
export type SnapshotMessage = Extract<SymbolMessage, { readonly kind: "snapshot" }>;

/** Who came to whom: a buyer lifted an offer, a seller hit a bid, or neither, as in an auction. */
export type TradeSide = "buy" | "sell" | "none";

/** All orders at one price. */
export type BookLevel = { readonly price: Price; readonly quantity: number };

/** How the crowd leans, counted in heads. */
export type Sentiment = { readonly bullishCount: number; readonly bearishCount: number };

/** A piece of news, with a link where there is one. */
export type NewsItem = {
  readonly title: string;
  readonly publishedAtMs: number;
  readonly url?: string | undefined;
};

/** What is known of a symbol, as plain data that can be sent and stored. */
export type QuoteSnapshot = {
  readonly date: CalendarDate;
  readonly referencePrice: Price;
  readonly session: Session | undefined;
  readonly isHalted: boolean;
  readonly lastPrice: Price | undefined;
  readonly lastQuantity: number | undefined;
  /** When the last price was paid; undefined where whoever told of it did not say. */
  readonly lastTradedAtMs: number | undefined;
  readonly openPrice: Price | undefined;
  readonly closePrice: Price | undefined;
  readonly highPrice: Price | undefined;
  readonly lowPrice: Price | undefined;
  readonly total: Readonly<TradeTotal>;
  readonly bought: Readonly<TradeTotal>;
  readonly sold: Readonly<TradeTotal>;
  readonly openInterest: number | undefined;
  readonly depth: QuoteDepth | undefined;
  readonly sentiment: QuoteSentiment | undefined;
  readonly news: readonly NewsItem[];
  /** The message that last changed anything but depth, sentiment and news. */
  readonly quotedSeq: number;
  readonly quotedAtMs: number;
};

/** The sum of some trades; turnover is the sum of price times quantity, in thousandths. */
export type TradeTotal = { quantity: number; turnover: bigint; tradeCount: number };

/** The order book as it was last told. */
export type QuoteDepth = {
  readonly seq: number;
  readonly atMs: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
};

/** How the crowd leaned when it was last asked. */
type QuoteSentiment = Sentiment & { readonly atMs: number };

/**
 * Gives a message as if it had been told at another time, for whoever plays or replays a market by another clock: all
 * of its times move as far, and a day is the one that it is then.
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

function moveNews(item: NewsItem, movedMs: number): NewsItem {
  return { ...item, publishedAtMs: item.publishedAtMs + movedMs };
}

function moveQuote(quote: QuoteSnapshot, movedMs: number): QuoteSnapshot {
  const { depth, sentiment, quotedAtMs, lastTradedAtMs } = quote;
  return {
    ...quote,
    lastTradedAtMs: lastTradedAtMs === undefined ? undefined : lastTradedAtMs + movedMs,
    date: calendarDateOf(quotedAtMs + movedMs),
    depth: depth && { ...depth, atMs: depth.atMs + movedMs },
    sentiment: sentiment && { ...sentiment, atMs: sentiment.atMs + movedMs },
    news: quote.news.map((item) => moveNews(item, movedMs)),
    quotedAtMs: quotedAtMs + movedMs,
  };
}
