import type { CalendarDate } from "../calendar.ts";
import type { Instrument, Listing } from "../instrument.ts";
import type { Price } from "../price.ts";
import { bandOf, priceStepOf } from "../price-rules.ts";
import type { SymbolMessage, TradeSide } from "../quotes/messages.ts";
import type { Session, TradingDays } from "../sessions.ts";
import { OrderBook, type RungQuantity } from "./order-book.ts";
import { createRandom, type Random } from "./random.ts";

export type SimulatedWorld = TradingDays & {
  readonly seed: number;
  readonly haltsPerMillion: number;
  readonly levelsMax: number;
  /** The current level of an index; undefined without constituents. */
  readonly indexLevelOf: (code: string) => Price | undefined;
  readonly emit: (message: SymbolMessage) => void;
};

/** A message without its symbol, number and time. */
type UnnumberedMessage<Message = SymbolMessage> = Message extends unknown
  ? Omit<Message, "symbol" | "seq" | "atMs">
  : never;

type SimulatedStart = {
  readonly startMs: number;
  readonly referencePrice: Price;
  readonly eventsPerHour: number;
  /** The number of the symbol's previous message. */
  readonly seq: number;
};

/**
 * A symbol traded by agents that know nothing but its fair value. No day has begun at first; the symbol is due at the start of the
 * simulation.
 */
export class SimulatedSymbol {
  instrument: Instrument;
  /** Whether it was unlisted or replaced. */
  isUnlisted = false;
  readonly eventsPerHour: number;
  readonly world: SimulatedWorld;
  readonly random: Random;
  seq: number;
  date: CalendarDate | undefined;
  session: Session | undefined;
  sessionEndMs: number;
  haltEndMs: number | undefined;
  isClosePriceSent = false;
  referencePrice: Price;
  lastPrice: Price | undefined;
  /** The valid order prices of this day. A rung is an index into them. */
  prices: readonly Price[] = [];
  book: OrderBook = new OrderBook(0);
  /** The fair value, which all agents know. */
  fairRung = 0;
  /** The target of the fair value on this day. */
  targetRung = 0;
  /** The distance of a future from its index. */
  basisRungs = 0;
  /** The rungs and quantities of the last `depth` message. */
  lastDepth: readonly number[] = [];
  /** The number of acts, and of those to buy and to sell. */
  eventCount = 0;
  buyerCount = 0;
  sellerCount = 0;
  openInterest = 0;

  constructor(
    instrument: Instrument,
    world: SimulatedWorld,
    { startMs, referencePrice, eventsPerHour, seq }: SimulatedStart,
  ) {
    this.instrument = instrument;
    this.world = world;
    this.random = createRandom(world.seed, instrument.symbol);
    this.sessionEndMs = startMs;
    this.referencePrice = referencePrice;
    this.eventsPerHour = eventsPerHour;
    this.seq = seq;
  }

  /** Emits a message with the next number. */
  emit(atMs: number, message: UnnumberedMessage): void {
    this.seq += 1;
    const numbered = { ...message, symbol: this.instrument.symbol, seq: this.seq, atMs };
    this.world.emit(numbered as SymbolMessage);
  }

  /** Emits a news item, in the language of the exchange. */
  emitNews(atMs: number, title: string): void {
    this.emit(atMs, { kind: "news", item: { title, publishedAtMs: atMs } });
  }
}

/** The valid order prices of a day, lowest first. A rung is an index into this list. */
export function listPrices(listing: Listing, referencePrice: Price): readonly Price[] {
  const { ceiling, floor } = bandOf(listing, referencePrice);
  const prices: Price[] = [];
  for (let price = floor; price <= ceiling; price += priceStepOf(listing, price)) prices.push(price);
  return prices;
}

/** The rung of a price, or of the highest price below it; 0 if there is none. */
export function rungOf(prices: readonly Price[], price: Price): number {
  let [low, high] = [0, prices.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((prices[middle] ?? 0n) <= price) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whether a session collects orders and then trades them at one price. */
export function isAuction(session: Session | undefined): boolean {
  return session === "opening-auction" || session === "closing-auction";
}

/** A trade at a rung and the side that initiated it. */
type RungTrade = { readonly rung: number; readonly quantity: number; readonly side: TradeSide };

/** Emits a trade, which sets the last price. With a future it also changes the open interest. */
export function emitTrade(symbol: SimulatedSymbol, atMs: number, { rung, quantity, side }: RungTrade): void {
  const price = symbol.prices[rung];
  if (price === undefined) throw new RangeError(`There is no rung ${rung} among ${symbol.prices.length}.`);
  symbol.lastPrice = price;
  symbol.emit(atMs, { kind: "trade", price, quantity, side });
  if (symbol.instrument.type === "future") {
    const change = (symbol.random.below(3) - 1) * quantity;
    symbol.openInterest = Math.max(0, symbol.openInterest + change);
  }
}

/** Emits the best levels if they have changed. The orders of an auction are hidden. */
export function emitDepth(symbol: SimulatedSymbol, atMs: number): void {
  const { book, world, session, prices } = symbol;
  const countMax = isAuction(session) ? 0 : world.levelsMax;
  const bids = book.bestRungs("buy", countMax);
  const asks = book.bestRungs("sell", countMax);
  const depth = [bids.length];
  for (const { rung, quantity } of bids) depth.push(rung, quantity);
  for (const { rung, quantity } of asks) depth.push(rung, quantity);
  const { lastDepth } = symbol;
  const isUnchanged =
    depth.length === lastDepth.length && depth.every((part, index) => part === lastDepth[index]);
  if (isUnchanged || (lastDepth.length === 0 && depth.length === 1)) return;
  symbol.lastDepth = depth;
  const levelOf = ({ rung, quantity }: RungQuantity) => ({ price: prices[rung] ?? 0n, quantity });
  symbol.emit(atMs, { kind: "depth", bids: bids.map(levelOf), asks: asks.map(levelOf) });
}

const minuteMs = 60_000;

/** Halts a symbol for two to ten minutes. */
export function haltTrading(symbol: SimulatedSymbol, atMs: number): void {
  symbol.haltEndMs = atMs + (2 + symbol.random.below(9)) * minuteMs;
  symbol.emit(atMs, { kind: "status", isHalted: true });
  symbol.emitNews(atMs, `Tạm ngừng giao dịch ${symbol.instrument.symbol}`);
}

export function resumeTrading(symbol: SimulatedSymbol, atMs: number): void {
  if (symbol.haltEndMs === undefined) return;
  symbol.haltEndMs = undefined;
  symbol.emit(atMs, { kind: "status", isHalted: false });
  symbol.emitNews(atMs, `Tiếp tục giao dịch ${symbol.instrument.symbol}`);
}
