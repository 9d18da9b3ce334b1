import type { CalendarDate } from "../calendar-date.ts";
import type { Instrument } from "../instrument.ts";
import type { Price } from "../price.ts";
import type { SymbolMessage } from "../quotes/messages.ts";
import type { Session } from "../session-of.ts";
import { createOrderBook, type OrderBook } from "./create-order-book.ts";
import { createRandom, type Random } from "./create-random.ts";
import type { TradingDays } from "./next-session-change-ms.ts";

/** What all symbols of a simulation have in common. */
export type SimulatedWorld = TradingDays & {
  readonly seed: number;
  readonly haltsPerMillion: number;
  readonly levelsMax: number;
  /** Gives the level of an index now, where anything here stands in it. */
  readonly indexLevelOf: (code: string) => Price | undefined;
  readonly tell: (message: SymbolMessage) => void;
};

/** A symbol that is traded by agents who know nothing but what they think it is worth. */
export type SimulatedSymbol = {
  instrument: Instrument;
  /** Whether it is traded no more. */
  isGone: boolean;
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
  isClosePriceTold: boolean;
  referencePrice: Price;
  /** The price of the day's last trade. */
  lastPrice: Price | undefined;
  /** The prices that an order may name on this day; a rung is a place among them. */
  prices: readonly Price[];
  book: OrderBook;
  /** What the agents think it is worth. */
  worthRung: number;
  /** Where that is heading on this day. */
  targetRung: number;
  /** How far a future is from its index. */
  basisRungs: number;
  /** The rungs and quantities of the levels told last. */
  depthTold: readonly number[];
  /** How often agents have acted, and how often to buy and to sell. */
  eventCount: number;
  buyerCount: number;
  sellerCount: number;
  openInterest: number;
};

/** A message before it is numbered and says whose and when it is. */
export type Unsigned<Message = SymbolMessage> = Message extends unknown
  ? Omit<Message, "symbol" | "seq" | "atMs">
  : never;

/** Makes a symbol on which no day has begun; it is to be looked at first when the simulation starts. */
export function simulatedSymbolOf(
  instrument: Instrument,
  world: SimulatedWorld,
  { startMs, referencePrice, eventsPerHour, seq }: SimulatedStart,
): SimulatedSymbol {
  return {
    instrument,
    isGone: false,
    eventsPerHour,
    world,
    random: createRandom(world.seed, instrument.symbol),
    seq,
    date: undefined,
    session: undefined,
    sessionEndMs: startMs,
    haltEndMs: undefined,
    isClosePriceTold: false,
    referencePrice,
    lastPrice: undefined,
    prices: [],
    book: createOrderBook(0),
    worthRung: 0,
    targetRung: 0,
    basisRungs: 0,
    depthTold: [],
    eventCount: 0,
    buyerCount: 0,
    sellerCount: 0,
    openInterest: 0,
  };
}

/** How a symbol starts into a simulation. */
export type SimulatedStart = {
  readonly startMs: number;
  readonly referencePrice: Price;
  readonly eventsPerHour: number;
  /** The number of the last message that was told of it before. */
  readonly seq: number;
};

/** Tells something of a symbol, with the next number. */
export function tellOf(symbol: SimulatedSymbol, atMs: number, message: Unsigned): void {
  symbol.seq += 1;
  const signed = { ...message, symbol: symbol.instrument.symbol, seq: symbol.seq, atMs };
  symbol.world.tell(signed as SymbolMessage);
}
