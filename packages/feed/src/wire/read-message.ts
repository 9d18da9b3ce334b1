import type { FeedMessage } from "@trading-oms/brokerage/ports";
import type { BadReason } from "./bad-reasons.ts";
import { readLevels } from "./read-levels.ts";
import { readNewsItem } from "./read-news-item.ts";
import { readCountNumber, readPositiveNumber, readTimeNumber } from "./read-number.ts";
import { readQuote } from "./read-quote.ts";
import { readSession } from "./read-session.ts";
import { isDateText, isSymbolText } from "./read-text.ts";
import { readThousandthsOfPrice } from "./read-thousandths.ts";

/** A value of JSON of which nothing is known yet, but the names that may be asked for. */
type Raw = {
  readonly [Name in
    | "kind"
    | "symbol"
    | "seq"
    | "atMs"
    | "price"
    | "quantity"
    | "side"
    | "bids"
    | "asks"
    | "session"
    | "date"
    | "referencePrice"
    | "isHalted"
    | "openInterest"
    | "bullishCount"
    | "bearishCount"
    | "item"
    | "quote"]?: unknown;
};

type Origin = { readonly symbol: string; readonly seq: number; readonly atMs: number };

/**
 * Reads a message out of a value of JSON, or tells why it is none. Members that nobody knows are passed over, and what
 * comes out is made anew, so that nothing of the value is handed on but what was looked at. `passOver` is told of each
 * part that a message is read without.
 */
export function readMessage(
  value: unknown,
  passOver: (reason: BadReason) => void = () => {},
): FeedMessage | BadReason {
  if (typeof value !== "object" || value === null) return "value";
  const raw: Raw = value;
  const atMs = readTimeNumber(raw.atMs);
  if (raw.kind === "heartbeat") return atMs === undefined ? "time" : { kind: "heartbeat", atMs };
  if (typeof raw.kind !== "string") return "kind";
  if (!isSymbolText(raw.symbol)) return "symbol";
  const seq = readPositiveNumber(raw.seq);
  if (seq === undefined) return "seq";
  if (atMs === undefined) return "time";
  const { symbol } = raw;
  // Most messages are one of these two, and are read without another object in between.
  if (raw.kind === "trade") return readTrade(raw, symbol, seq, atMs);
  if (raw.kind === "depth") return readDepth(raw, symbol, seq, atMs);
  return readSeldom(raw, { symbol, seq, atMs }, passOver);
}

function readTrade(raw: Raw, symbol: string, seq: number, atMs: number): FeedMessage | BadReason {
  const price = readThousandthsOfPrice(raw.price);
  if (price === undefined) return "price";
  const quantity = readPositiveNumber(raw.quantity);
  if (quantity === undefined) return "quantity";
  const { side } = raw;
  if (side !== "buy" && side !== "sell" && side !== "none") return "value";
  return { kind: "trade", symbol, seq, atMs, price, quantity, side };
}

function readDepth(raw: Raw, symbol: string, seq: number, atMs: number): FeedMessage | BadReason {
  const bids = readLevels(raw.bids);
  if (typeof bids === "string") return bids;
  const asks = readLevels(raw.asks);
  if (typeof asks === "string") return asks;
  return { kind: "depth", symbol, seq, atMs, bids, asks };
}

function readSeldom(
  raw: Raw,
  origin: Origin,
  passOver: (reason: BadReason) => void,
): FeedMessage | BadReason {
  switch (raw.kind) {
    case "day":
      return readDay(raw, origin);
    case "session": {
      const session = readSession(raw.session);
      return session === undefined ? "value" : { kind: "session", ...origin, session };
    }
    case "close": {
      const price = readThousandthsOfPrice(raw.price);
      return price === undefined ? "price" : { kind: "close", ...origin, price };
    }
    case "status": {
      const { isHalted } = raw;
      return typeof isHalted === "boolean" ? { kind: "status", ...origin, isHalted } : "value";
    }
    case "open-interest": {
      const openInterest = readCountNumber(raw.openInterest);
      return openInterest === undefined ? "quantity" : { kind: "open-interest", ...origin, openInterest };
    }
    case "sentiment":
      return readSentiment(raw, origin);
    case "news": {
      const item = readNewsItem(raw.item);
      return typeof item === "string" ? item : { kind: "news", ...origin, item };
    }
    case "snapshot": {
      const quote = readQuote(raw.quote, passOver);
      return typeof quote === "string" ? quote : { kind: "snapshot", ...origin, quote };
    }
    default:
      return "kind";
  }
}

function readDay({ date, referencePrice }: Raw, origin: Origin): FeedMessage | BadReason {
  if (!isDateText(date)) return "date";
  const price = readThousandthsOfPrice(referencePrice);
  return price === undefined ? "price" : { kind: "day", ...origin, date, referencePrice: price };
}

function readSentiment(raw: Raw, origin: Origin): FeedMessage | BadReason {
  const bullishCount = readCountNumber(raw.bullishCount);
  const bearishCount = readCountNumber(raw.bearishCount);
  if (bullishCount === undefined || bearishCount === undefined) return "quantity";
  return { kind: "sentiment", ...origin, bullishCount, bearishCount };
}
