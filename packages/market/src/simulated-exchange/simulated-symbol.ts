import type { CalendarDate } from "../calendar.ts";
import type { Instrument, Listing } from "../instrument.ts";
import type { Price } from "../price.ts";
import { bandOf, priceStepOf } from "../price-rules.ts";
import type { SymbolMessage, TradeSide } from "../quotes/messages.ts";
import type { Session, TradingDays } from "../sessions.ts";
import { OrderBook, type RungQuantity } from "./order-book.ts";
import { createRandom, type Random } from "./random.ts";

/** What all symbols of a simulation have in common. */
export type SimulatedWorld = TradingDays & {
  readonly seed: number;
  readonly haltsPerMillion: number;
  readonly levelsMax: number;
  /** Gives the level of an index now, where anything here stands in it. */
  readonly indexLevelOf: (code: string) => Price | undefined;
  readonly tell: (message: SymbolMessage) => void;
};

/** A message before it is numbered and says whose and when it is. */
type Unsigned<Message = SymbolMessage> = Message extends unknown
  ? Omit<Message, "symbol" | "seq" | "atMs">
  : never;

/** How a symbol starts into a simulation. */
type SimulatedStart = {
  readonly startMs: number;
  readonly referencePrice: Price;
  readonly eventsPerHour: number;
  /** The number of the last message that was told of it before. */
  readonly seq: number;
};

/**
 * A symbol that is traded by agents who know nothing but what they think it is worth. No day has begun at first; it is
 * to be looked at when the simulation starts.
 */
export class SimulatedSymbol {
  instrument: Instrument;
  /** Whether it is traded no more. */
  isGone = false;
  readonly eventsPerHour: number;
  readonly world: SimulatedWorld;
  readonly random: Random;
  seq: number;
  /** The day that was begun last. */
  date: CalendarDate | undefined;
  session: Session | undefined;
  /** When the next session begins, or this one ends. */
  sessionEndMs: number;
  /** Until when it is halted. */
  haltEndMs: number | undefined;
  isClosePriceTold = false;
  referencePrice: Price;
  /** The price of the day's last trade. */
  lastPrice: Price | undefined;
  /** The prices that an order may name on this day; a rung is a place among them. */
  prices: readonly Price[] = [];
  book: OrderBook = new OrderBook(0);
  /** What the agents think it is worth. */
  worthRung = 0;
  /** Where that is heading on this day. */
  targetRung = 0;
  /** How far a future is from its index. */
  basisRungs = 0;
  /** The rungs and quantities of the levels told last. */
  depthTold: readonly number[] = [];
  /** How often agents have acted, and how often to buy and to sell. */
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

  /** Tells something of the symbol, with the next number. */
  tell(atMs: number, message: Unsigned): void {
    this.seq += 1;
    const signed = { ...message, symbol: this.instrument.symbol, seq: this.seq, atMs };
    this.world.tell(signed as SymbolMessage);
  }

  /** Tells what an exchange would announce, in its language. */
  tellNews(atMs: number, title: string): void {
    this.tell(atMs, { kind: "news", item: { title, publishedAtMs: atMs } });
  }
}

/** Lists every price that an order may name on a day, lowest first; a rung is the place of a price in this list. */
export function listPrices(listing: Listing, referencePrice: Price): readonly Price[] {
  const { ceiling, floor } = bandOf(listing, referencePrice);
  const prices: Price[] = [];
  for (let price = floor; price <= ceiling; price += priceStepOf(listing, price)) prices.push(price);
  return prices;
}

/** Finds the rung whose price is a price, or else the highest below it; the lowest where there is none. */
export function rungOf(prices: readonly Price[], price: Price): number {
  let [low, high] = [0, prices.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((prices[middle] ?? 0n) <= price) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whether orders are gathered until all of them are traded at one price. */
export function isAuction(session: Session | undefined): boolean {
  return session === "opening-auction" || session === "closing-auction";
}

/** What was traded at which rung, and who came to whom. */
type RungTrade = { readonly rung: number; readonly quantity: number; readonly side: TradeSide };

/** Tells of a trade, which makes the last price; with a future it opens contracts, closes some, or hands them on. */
export function tellTrade(symbol: SimulatedSymbol, atMs: number, { rung, quantity, side }: RungTrade): void {
  const price = symbol.prices[rung];
  if (price === undefined) throw new RangeError(`There is no rung ${rung} among ${symbol.prices.length}.`);
  symbol.lastPrice = price;
  symbol.tell(atMs, { kind: "trade", price, quantity, side });
  if (symbol.instrument.type === "future") {
    const change = (symbol.random.below(3) - 1) * quantity;
    symbol.openInterest = Math.max(0, symbol.openInterest + change);
  }
}

/** Tells the best levels if others were told last; as long as an auction gathers orders, nobody sees them. */
export function showDepth(symbol: SimulatedSymbol, atMs: number): void {
  const { book, world, session, prices } = symbol;
  const countMax = isAuction(session) ? 0 : world.levelsMax;
  const bids = book.bestRungs("buy", countMax);
  const asks = book.bestRungs("sell", countMax);
  const depth = [bids.length];
  for (const { rung, quantity } of bids) depth.push(rung, quantity);
  for (const { rung, quantity } of asks) depth.push(rung, quantity);
  const { depthTold } = symbol;
  const isTold = depth.length === depthTold.length && depth.every((part, index) => part === depthTold[index]);
  if (isTold || (depthTold.length === 0 && depth.length === 1)) return;
  symbol.depthTold = depth;
  const levelOf = ({ rung, quantity }: RungQuantity) => ({ price: prices[rung] ?? 0n, quantity });
  symbol.tell(atMs, { kind: "depth", bids: bids.map(levelOf), asks: asks.map(levelOf) });
}

const minuteMs = 60_000;

/** Stops a symbol for two to ten minutes. */
export function haltTrading(symbol: SimulatedSymbol, atMs: number): void {
  symbol.haltEndMs = atMs + (2 + symbol.random.below(9)) * minuteMs;
  symbol.tell(atMs, { kind: "status", isHalted: true });
  symbol.tellNews(atMs, `Tạm ngừng giao dịch ${symbol.instrument.symbol}`);
}

/** Lets a halted symbol go on. */
export function resumeTrading(symbol: SimulatedSymbol, atMs: number): void {
  if (symbol.haltEndMs === undefined) return;
  symbol.haltEndMs = undefined;
  symbol.tell(atMs, { kind: "status", isHalted: false });
  symbol.tellNews(atMs, `Tiếp tục giao dịch ${symbol.instrument.symbol}`);
}
