import { calendarDateOf } from "../calendar-date.ts";
import type { MarketMessage, NewsItem, QuoteSnapshot } from "./market-message.ts";

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
