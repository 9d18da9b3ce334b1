import type { FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";
import { type BadReason, Checks, isAbsent, isObject, isTime, type Raw } from "./checks.ts";

type Quote = FeedSnapshot["quote"];
type NewsItem = Quote["news"][number];
type ClosingPrice = NonNullable<Quote["previousClose"]>;
type Levels = NonNullable<Quote["depth"]>["bids"];
type Origin = { readonly symbol: string; readonly seq: number; readonly atMs: number };
type RawMessage = Raw<
  | (
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
    )
  | ("referencePrice" | "isHalted" | "openInterest" | "bullishCount" | "bearishCount" | "item" | "quote")
>;

const sides = ["buy", "sell", "none"] as const;
const sessions = ["opening-auction", "continuous", "closing-auction", "post-close", "closed"] as const;
/** More than any exchange publishes. */
const levelsMax = 50;
const newsMax = 50;

/**
 * Validates a parsed JSON value as a message. Returns the reason if it is invalid. The result is a new object of validated
 * members; unknown members are ignored. `onSkip` is called for each invalid news item that the message is returned without.
 */
export function readMessage(
  value: unknown,
  onSkip: (reason: BadReason) => void = () => {},
): FeedMessage | BadReason {
  if (!isObject(value)) return "value";
  const raw: RawMessage = value;
  if (raw.kind === "heartbeat") return isTime(raw.atMs) ? { kind: "heartbeat", atMs: raw.atMs } : "time";
  if (typeof raw.kind !== "string") return "kind";
  const checks = new Checks();
  const origin: Origin = {
    symbol: checks.symbol(raw.symbol),
    seq: checks.positive(raw.seq, "seq"),
    atMs: checks.time(raw.atMs),
  };
  const message = readKind(raw, origin, checks, onSkip);
  return checks.bad ?? message ?? "kind";
}

function readKind(
  raw: RawMessage,
  origin: Origin,
  checks: Checks,
  onSkip: (reason: BadReason) => void,
): FeedMessage | undefined {
  const { kind } = raw;
  switch (kind) {
    case "trade": {
      const price = checks.price(raw.price);
      const quantity = checks.positive(raw.quantity);
      return { kind, ...origin, price, quantity, side: checks.oneOf(sides, raw.side) };
    }
    case "depth":
      return { kind, ...origin, bids: readLevels(raw.bids, checks), asks: readLevels(raw.asks, checks) };
    case "day": {
      const date = checks.date(raw.date);
      return { kind, ...origin, date, referencePrice: checks.price(raw.referencePrice) };
    }
    case "session":
      return { kind, ...origin, session: checks.oneOf(sessions, raw.session) };
    case "close":
      return { kind, ...origin, price: checks.price(raw.price) };
    case "status":
      return { kind, ...origin, isHalted: checks.flag(raw.isHalted) };
    case "open-interest":
      return { kind, ...origin, openInterest: checks.count(raw.openInterest) };
    case "sentiment": {
      const bullishCount = checks.count(raw.bullishCount);
      return { kind, ...origin, bullishCount, bearishCount: checks.count(raw.bearishCount) };
    }
    case "news":
      return { kind, ...origin, item: readNewsItem(raw.item, checks) };
    case "snapshot":
      return { kind, ...origin, quote: readQuote(raw.quote, checks, onSkip) };
    default:
      return undefined;
  }
}

/** Reads one side of an order book: a pair of price and quantity for each level. */
function readLevels(value: unknown, checks: Checks): Levels {
  if (!Array.isArray(value) || value.length > levelsMax) return checks.fail("value", []);
  return value.map((pair: unknown) => {
    const [price, quantity] = Array.isArray(pair) ? pair : checks.fail("value", []);
    return { price: checks.price(price), quantity: checks.positive(quantity) };
  });
}

function readNewsItem(value: unknown, checks: Checks): NewsItem {
  const raw: Raw<keyof NewsItem> = isObject(value) ? value : checks.fail("value", {});
  const item = { title: checks.title(raw.title), publishedAtMs: checks.time(raw.publishedAtMs) };
  return isAbsent(raw.url) ? item : { ...item, url: checks.url(raw.url) };
}

function readClose(value: unknown, checks: Checks): ClosingPrice {
  const raw: Raw<keyof ClosingPrice> = isObject(value) ? value : checks.fail("value", {});
  return { date: checks.date(raw.date), price: checks.price(raw.price) };
}

/** Reads the full state of a symbol. Invalid news items are skipped, because prices do not depend on them. */
function readQuote(value: unknown, checks: Checks, onSkip: (reason: BadReason) => void): Quote {
  const raw: Raw<keyof Quote> = isObject(value) ? value : checks.fail("value", {});
  const price = (each: unknown) => checks.maybe(each, (present) => checks.price(present));
  // The last price is shown with its quantity.
  const isTradeWhole = isAbsent(raw.lastPrice) === isAbsent(raw.lastQuantity);
  const quote = {
    date: checks.date(raw.date),
    referencePrice: checks.price(raw.referencePrice),
    previousClose: checks.maybe(raw.previousClose, (each) => readClose(each, checks)),
    lastPrice: price(raw.lastPrice),
    openPrice: price(raw.openPrice),
    closePrice: price(raw.closePrice),
    highPrice: price(raw.highPrice),
    lowPrice: price(raw.lowPrice),
    total: readTotal(raw.total, checks),
    bought: readTotal(raw.bought, checks),
    sold: readTotal(raw.sold, checks),
    quotedSeq: checks.count(raw.quotedSeq, "seq"),
    // A state without quotes has the time 0.
    quotedAtMs: raw.quotedSeq === 0 ? checks.count(raw.quotedAtMs, "time") : checks.time(raw.quotedAtMs),
    lastQuantity: isTradeWhole
      ? checks.maybe(raw.lastQuantity, (each) => checks.positive(each))
      : checks.fail("quantity", undefined),
    lastTradedAtMs: checks.maybe(raw.lastTradedAtMs, (each) => checks.time(each)),
    openInterest: checks.maybe(raw.openInterest, (each) => checks.count(each)),
    session: checks.maybe(raw.session, (each) => checks.oneOf(sessions, each)),
    isHalted: checks.flag(raw.isHalted),
    depth: checks.maybe(raw.depth, (each) => readDepth(each, checks)),
    sentiment: checks.maybe(raw.sentiment, (each) => readSentiment(each, checks)),
  };
  const news = Array.isArray(raw.news) ? raw.news : checks.fail("value", []);
  return { ...quote, news: checks.bad === undefined ? readNews(news, onSkip) : [] };
}

/** Averages divide by these sums. Every trade adds to all three, so either all of them are 0 or none is. */
function readTotal(value: unknown, checks: Checks): Quote["total"] {
  const raw: Raw<keyof Quote["total"]> = isObject(value) ? value : {};
  const quantity = checks.count(raw.quantity);
  const turnover = checks.thousandths(raw.turnover, "quantity");
  const tradeCount = checks.count(raw.tradeCount);
  const isSomething = quantity > 0;
  if (turnover > 0n !== isSomething || tradeCount > 0 !== isSomething) checks.fail("quantity", undefined);
  return { quantity, turnover, tradeCount };
}

function readDepth(value: unknown, checks: Checks): NonNullable<Quote["depth"]> {
  const raw: Raw<"seq" | "atMs" | "bids" | "asks"> = isObject(value) ? value : {};
  const bids = readLevels(raw.bids, checks);
  const asks = readLevels(raw.asks, checks);
  return { seq: checks.positive(raw.seq, "seq"), atMs: checks.time(raw.atMs), bids, asks };
}

function readSentiment(value: unknown, checks: Checks): NonNullable<Quote["sentiment"]> {
  const raw: Raw<"bullishCount" | "bearishCount" | "atMs"> = isObject(value)
    ? value
    : checks.fail("value", {});
  const bullishCount = checks.count(raw.bullishCount);
  const bearishCount = checks.count(raw.bearishCount);
  return { bullishCount, bearishCount, atMs: checks.time(raw.atMs) };
}

function readNews(values: readonly unknown[], onSkip: (reason: BadReason) => void): NewsItem[] {
  const news = values.slice(0, newsMax).flatMap((value) => {
    const checks = new Checks();
    const item = readNewsItem(value, checks);
    if (checks.bad === undefined) return item;
    onSkip(checks.bad);
    return [];
  });
  if (values.length > newsMax) onSkip("value");
  return news;
}

/** Renders a message as JSON for frames and recordings. */
export function renderMessage(message: FeedMessage): string {
  if (message.kind === "trade") {
    const { price, quantity, side } = message;
    return `${renderOrigin(message)},"price":${renderThousandths(price)},"quantity":${quantity},"side":"${side}"}`;
  }
  if (message.kind === "depth") {
    const { bids, asks } = message;
    return `${renderOrigin(message)},"bids":${renderLevels(bids)},"asks":${renderLevels(asks)}}`;
  }
  return JSON.stringify(message, (name, value) => {
    if (typeof value === "bigint") return value <= safeMax ? Number(value) : `${value}`;
    return name === "bids" || name === "asks" ? pairsOf(value) : value;
  });
}

function renderOrigin({ kind, symbol, seq, atMs }: Exclude<FeedMessage, { readonly kind: "heartbeat" }>) {
  return `{"kind":"${kind}","symbol":${JSON.stringify(symbol)},"seq":${seq},"atMs":${atMs}`;
}

function renderLevels(levels: Levels): string {
  return `[${levels.map(({ price, quantity }) => `[${renderThousandths(price)},${quantity}]`).join(",")}]`;
}

/** Larger amounts are rendered as strings, because JSON numbers lose digits. */
const safeMax = BigInt(Number.MAX_SAFE_INTEGER);

function renderThousandths(amount: bigint): string {
  return amount <= safeMax ? `${amount}` : `"${amount}"`;
}

function pairsOf(levels: Levels): unknown[] {
  return levels.map(({ price, quantity }) => [price, quantity]);
}
