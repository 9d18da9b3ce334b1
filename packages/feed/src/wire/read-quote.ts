import type { FeedSnapshot } from "@trading-oms/brokerage/ports";
import type { BadReason } from "./bad-reasons.ts";
import { readLevels } from "./read-levels.ts";
import { readNewsItem } from "./read-news-item.ts";
import { readCountNumber, readPositiveNumber, readTimeNumber } from "./read-number.ts";
import { readSession } from "./read-session.ts";
import { isDateText } from "./read-text.ts";
import { readThousandths, readThousandthsOfPrice } from "./read-thousandths.ts";

type Quote = FeedSnapshot["quote"];
type Raw = { readonly [Name in keyof Quote]?: unknown };

const newsMax = 50;
const pricesOptional = ["lastPrice", "openPrice", "closePrice", "highPrice", "lowPrice"] as const;

/**
 * Reads all that is known of a symbol, or tells what is wrong with it. News that can't be read are left out, and told of:
 * prices do not hang on them.
 */
export function readQuote(value: unknown, passOver: (reason: BadReason) => void): Quote | BadReason {
  if (typeof value !== "object" || value === null) return "value";
  const raw: Raw = value;
  if (!isDateText(raw.date)) return "date";
  const referencePrice = readThousandthsOfPrice(raw.referencePrice);
  const prices = readPrices(raw);
  if (referencePrice === undefined || prices === undefined) return "price";
  const counts = readCounts(raw);
  if (typeof counts === "string") return counts;
  const session = isAbsent(raw.session) ? undefined : readSession(raw.session);
  if ((session === undefined && !isAbsent(raw.session)) || typeof raw.isHalted !== "boolean") return "value";
  const depth = readDepth(raw.depth);
  if (typeof depth === "string") return depth;
  const sentiment = readSentiment(raw.sentiment);
  if (typeof sentiment === "string") return sentiment;
  const news = readNews(raw.news, passOver);
  if (typeof news === "string") return news;
  const { date, isHalted } = raw;
  return { date, referencePrice, session, isHalted, ...prices, ...counts, depth, sentiment, news };
}

type Prices = Pick<Quote, (typeof pricesOptional)[number]>;

function readPrices(raw: Raw): Prices | undefined {
  const prices: { -readonly [Name in keyof Prices]: Prices[Name] } = {
    lastPrice: undefined,
    openPrice: undefined,
    closePrice: undefined,
    highPrice: undefined,
    lowPrice: undefined,
  };
  for (const name of pricesOptional) {
    if (isAbsent(raw[name])) continue;
    prices[name] = readThousandthsOfPrice(raw[name]);
    if (prices[name] === undefined) return undefined;
  }
  return prices;
}

type Counts = Pick<
  Quote,
  | "lastQuantity"
  | "lastTradedAtMs"
  | "total"
  | "bought"
  | "sold"
  | "openInterest"
  | "quotedSeq"
  | "quotedAtMs"
>;

function readCounts(raw: Raw): Counts | BadReason {
  const total = readTotal(raw.total);
  const bought = readTotal(raw.bought);
  const sold = readTotal(raw.sold);
  const quotedSeq = readCountNumber(raw.quotedSeq);
  if (total === undefined || bought === undefined || sold === undefined) return "quantity";
  if (quotedSeq === undefined) return "seq";
  const quotedAtMs = quotedSeq === 0 ? readCountNumber(raw.quotedAtMs) : readTimeNumber(raw.quotedAtMs);
  if (quotedAtMs === undefined) return "time";
  const lastQuantity = isAbsent(raw.lastQuantity) ? undefined : readPositiveNumber(raw.lastQuantity);
  const openInterest = isAbsent(raw.openInterest) ? undefined : readCountNumber(raw.openInterest);
  // A price without its quantity could not be shown.
  if (isAbsent(raw.lastPrice) !== (lastQuantity === undefined)) return "quantity";
  const isWhole =
    isAbsent(raw.lastQuantity) === (lastQuantity === undefined) &&
    isAbsent(raw.openInterest) === (openInterest === undefined);
  const lastTradedAtMs = isAbsent(raw.lastTradedAtMs) ? undefined : readTimeNumber(raw.lastTradedAtMs);
  if (!isAbsent(raw.lastTradedAtMs) && lastTradedAtMs === undefined) return "time";
  return isWhole
    ? { lastQuantity, lastTradedAtMs, total, bought, sold, openInterest, quotedSeq, quotedAtMs }
    : "quantity";
}

function readTotal(value: unknown): Quote["total"] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const raw: { readonly quantity?: unknown; readonly turnover?: unknown; readonly tradeCount?: unknown } =
    value;
  const quantity = readCountNumber(raw.quantity);
  const turnover = readThousandths(raw.turnover);
  const tradeCount = readCountNumber(raw.tradeCount);
  if (quantity === undefined || turnover === undefined || tradeCount === undefined) return undefined;
  // Averages are divided by these: trades have a quantity and a turnover each, so that of the three none is 0 alone.
  const isNothing = quantity === 0 && turnover === 0n && tradeCount === 0;
  const isSomething = quantity > 0 && turnover > 0n && tradeCount > 0;
  return isNothing || isSomething ? { quantity, turnover, tradeCount } : undefined;
}

function readDepth(value: unknown): Quote["depth"] | BadReason {
  if (isAbsent(value)) return undefined;
  if (typeof value !== "object") return "value";
  const raw: { seq?: unknown; atMs?: unknown; bids?: unknown; asks?: unknown } = value;
  const seq = readPositiveNumber(raw.seq);
  const atMs = readTimeNumber(raw.atMs);
  const bids = readLevels(raw.bids);
  const asks = readLevels(raw.asks);
  if (typeof bids === "string") return bids;
  if (typeof asks === "string") return asks;
  if (seq === undefined) return "seq";
  return atMs === undefined ? "time" : { seq, atMs, bids, asks };
}

function readSentiment(value: unknown): Quote["sentiment"] | BadReason {
  if (isAbsent(value)) return undefined;
  if (typeof value !== "object") return "value";
  const raw: { bullishCount?: unknown; bearishCount?: unknown; atMs?: unknown } = value;
  const bullishCount = readCountNumber(raw.bullishCount);
  const bearishCount = readCountNumber(raw.bearishCount);
  const atMs = readTimeNumber(raw.atMs);
  if (bullishCount === undefined || bearishCount === undefined) return "quantity";
  return atMs === undefined ? "time" : { bullishCount, bearishCount, atMs };
}

function readNews(value: unknown, passOver: (reason: BadReason) => void): Quote["news"] | BadReason {
  if (!Array.isArray(value)) return "value";
  const news: Quote["news"][number][] = [];
  for (const each of value.slice(0, newsMax)) {
    const item = readNewsItem(each);
    if (typeof item === "string") passOver(item);
    else news.push(item);
  }
  if (value.length > newsMax) passOver("value");
  return news;
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
