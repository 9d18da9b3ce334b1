import { type CalendarDate, dayMs, startOfDateMs } from "../calendar-date.ts";
import type { Price } from "../price.ts";
import { KeptDepth } from "./kept-depth.ts";
import type {
  NewsItem,
  QuoteSentiment,
  QuoteSnapshot,
  SnapshotMessage,
  TradeTotal,
} from "./market-message.ts";

/** Nothing has been heard of most instruments. */
export const noNews: readonly NewsItem[] = [];

type Mutable<Type> = { -readonly [Field in keyof Type]: Type[Field] };

/** What the board knows of a symbol, changed in place by each message. */
export type Quote = Mutable<Omit<QuoteSnapshot, "depth" | "sentiment">> & {
  depth: KeptDepth | undefined;
  sentiment: Mutable<QuoteSentiment> | undefined;
  seq: number;
  atMs: number;
  /** The first moment that is no longer part of the day. */
  dayEndMs: number;
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
    dayEndMs: endOfDateMs(date),
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
  const depth = quote.depth && new KeptDepth().keep(quote.depth);
  return { ...copyQuote(quote), depth, seq, atMs, dayEndMs: endOfDateMs(quote.date) };
}

/** Gives what is known as it is now; what is told later does not change it. */
export function snapshotOfQuote(
  symbol: string,
  { seq, atMs, dayEndMs: _, ...quote }: Quote,
): SnapshotMessage {
  return { kind: "snapshot", symbol, seq, atMs, quote: copyQuote(quote) };
}

/** News is replaced and never changed, so that no more than what holds it is copied; a kept book gives levels that are made anew. */
function copyQuote(
  quote: QuoteSnapshot,
): QuoteSnapshot & Pick<Quote, "total" | "bought" | "sold" | "sentiment"> {
  const { depth, sentiment } = quote;
  return {
    ...quote,
    total: { ...quote.total },
    bought: { ...quote.bought },
    sold: { ...quote.sold },
    depth: depth && { seq: depth.seq, atMs: depth.atMs, bids: depth.bids, asks: depth.asks },
    sentiment: sentiment && {
      bullishCount: sentiment.bullishCount,
      bearishCount: sentiment.bearishCount,
      atMs: sentiment.atMs,
    },
  };
}

function endOfDateMs(date: CalendarDate): number {
  return startOfDateMs(date) + dayMs;
}
