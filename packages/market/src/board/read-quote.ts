import { isCalendarDate } from "../calendar-date.ts";
import type { Session } from "../session-of.ts";
import type {
  BookLevel,
  NewsItem,
  QuoteDepth,
  QuoteSentiment,
  QuoteSnapshot,
  TradeTotal,
} from "./market-message.ts";
import { MemberReader } from "./member-reader.ts";
import { noNews } from "./quote.ts";

/** What a text says is known of a symbol, or a sentence a fault where it says nothing that could be. */
export type QuoteReading =
  | { readonly kind: "quote"; readonly quote: QuoteSnapshot }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

const sessions: Readonly<Record<Session, true>> = {
  "opening-auction": true,
  continuous: true,
  "closing-auction": true,
  "post-close": true,
  closed: true,
};

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
    session: members.maybe("session", () => members.text("session", isSession) as Session),
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

function isSession(text: string): boolean {
  return Object.hasOwn(sessions, text);
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

function readNews(members: MemberReader): readonly NewsItem[] {
  const news = members.list("news", (item) => ({
    title: item.text("title"),
    publishedAtMs: item.count("publishedAtMs"),
    url: item.maybe("url", (name) => item.text(name)),
  }));
  // Most symbols have none, and none is one list for all of them.
  return news.length === 0 ? noNews : news;
}
