import { type CalendarDate, calendarDateOf, type Holidays } from "../calendar.ts";
import type { Exchange, Instrument } from "../instrument.ts";
import type { Price } from "../price.ts";
import { productOf } from "../products.ts";
import { type MarketMessage, restampMessage, type SymbolMessage } from "../quotes/messages.ts";
import { actInSession, moveTo } from "./agents.ts";
import { EventQueue } from "./event-queue.ts";
import { resumeTrading, SimulatedSymbol, type SimulatedWorld } from "./simulated-symbol.ts";
import { changeSession } from "./trading-day.ts";

/** The settings of a simulation. The same settings give the same messages. */
export type SimulatedExchangeSettings = {
  readonly seed: number;
  /** The start of the simulation. The first messages contain the day and the session. */
  readonly startMs: number;
  readonly instruments: readonly Instrument[];
  readonly holidays: Holidays;
  /** Whether it also trades in nights, on weekends and on holidays, with a new day at each midnight. */
  readonly isAlwaysTrading: boolean;
  /** Reference prices of the first day that replace those of the catalog. They have to be on their steps. */
  readonly referencePrices?: ReadonlyMap<string, Price>;
  /** The shares in an index. The default is the first thirty on HOSE. */
  readonly constituents?: ReadonlyMap<string, readonly string[]>;
  /** How often agents act on an instrument in an hour of trading; undefined for the default. */
  readonly eventsPerHour?: (instrument: Instrument) => number | undefined;
  /** How many of a million acts are a halt. */
  readonly haltsPerMillion?: number;
  /** How many levels of a book are sent. */
  readonly levelsMax?: number;
};

/** An exchange simulated by agents. Only `advanceTo` moves its clock. */
export interface SimulatedExchange {
  /**
   * Moves the clock forward and returns the messages until then. A call stops early after 500 acts, where the beginning of a day
   * counts as ten, so that no call takes long. While `reachedMs` is earlier than requested, call it again.
   */
  advanceTo(untilMs: number): readonly MarketMessage[];
  /** The time until which all messages have been returned. */
  reachedMs(): number;
  /** The level of an index that has a future on this exchange. */
  indexLevelOf(code: string): Price | undefined;
  /**
   * Adds an instrument, which belongs to no index, or updates its details. With another exchange, type or expiration it begins a
   * new day, and its messages are numbered on.
   */
  list(instrument: Instrument): void;
  unlist(symbol: string): void;
  /**
   * Trades one lot at a price, or at the nearest of the day's band, and moves the fair value there, so that trading goes on from
   * it. Its messages come with those of the next advance. Unlisted symbols and those whose day has not begun stay as they are.
   */
  move(symbol: string, price: Price): void;
}

/** About 5 ms of work, so that other tasks of the process hardly wait. */
const actsMax = 500;
/** The beginning of a day lists all its prices and creates the book. */
const actsOfBeginning = 10;

export function createSimulatedExchange(settings: SimulatedExchangeSettings): SimulatedExchange {
  const { startMs, haltsPerMillion = 5, levelsMax = 3 } = settings;
  let messages: SymbolMessage[] = [];
  let reachedMs = startMs - 1;
  const symbols = new Map<string, SimulatedSymbol>();
  const indices = indicesOf(settings, (code) => symbols.get(code));
  const indexLevelOf = (code: string) => indices.get(code)?.level();
  const emit = (message: SymbolMessage) => {
    messages.push(message);
  };
  const world: SimulatedWorld = { ...settings, haltsPerMillion, levelsMax, indexLevelOf, emit };
  const inOrder: SimulatedSymbol[] = [];
  const queue = new EventQueue();
  const begin = (instrument: Instrument, fromMs: number, seq: number) => {
    const { symbol } = instrument;
    const isInIndex = [...indices.values()].some(({ constituents }) => constituents.has(symbol));
    const eventsPerHour = settings.eventsPerHour?.(instrument) ?? eventsPerHourOf(instrument, isInIndex);
    const referencePrice = settings.referencePrices?.get(symbol) ?? instrument.referencePrice;
    const start = { startMs: fromMs, referencePrice, eventsPerHour, seq };
    const begun = new SimulatedSymbol(instrument, world, start);
    symbols.set(symbol, begun);
    inOrder.push(begun);
    queue.add(fromMs);
  };
  for (const instrument of settings.instruments) begin(instrument, startMs, 0);
  const advanceTo = (untilMs: number) => {
    let actCount = 0;
    while (queue.firstDueMs() <= untilMs && actCount < actsMax) {
      const symbol = inOrder[queue.first()];
      if (symbol === undefined) break;
      const atMs = queue.firstDueMs();
      const { date } = symbol;
      queue.postponeFirst(act(symbol, atMs));
      actCount += symbol.date === date ? 1 : actsOfBeginning;
    }
    reachedMs = Math.max(reachedMs, Math.min(untilMs, queue.firstDueMs() - 1));
    const returned = messages;
    messages = [];
    return returned;
  };
  const list = (instrument: Instrument) => {
    const known = symbols.get(instrument.symbol);
    if (known !== undefined && isListedAlike(known.instrument, instrument)) known.instrument = instrument;
    else {
      if (known !== undefined) known.isUnlisted = true;
      begin(instrument, reachedMs + 1, known?.seq ?? 0);
    }
  };
  const unlist = (symbol: string) => {
    const known = symbols.get(symbol);
    if (known !== undefined) known.isUnlisted = true;
    symbols.delete(symbol);
  };
  const move = (code: string, price: Price) => {
    const symbol = symbols.get(code);
    if (symbol !== undefined && symbol.prices.length > 0) moveTo(symbol, price, Math.max(reachedMs, startMs));
  };
  return { advanceTo, reachedMs: () => reachedMs, indexLevelOf, list, unlist, move };
}

function isListedAlike(one: Instrument, other: Instrument): boolean {
  return (
    one.exchange === other.exchange && one.type === other.type && one.expirationDate === other.expirationDate
  );
}

/** Performs what is due for a symbol, and returns when it is due again. */
function act(symbol: SimulatedSymbol, atMs: number): number {
  if (symbol.isUnlisted) return Number.POSITIVE_INFINITY;
  const { haltEndMs, sessionEndMs } = symbol;
  if (atMs >= sessionEndMs) changeSession(symbol, atMs);
  else if (haltEndMs === undefined) actInSession(symbol, atMs);
  else resumeTrading(symbol, atMs);
  return Math.min(symbol.sessionEndMs, nextActMs(symbol, atMs));
}

function nextActMs(symbol: SimulatedSymbol, atMs: number): number {
  if (symbol.haltEndMs !== undefined) return symbol.haltEndMs;
  if (symbol.session === "closed" || symbol.eventsPerHour <= 0) return Number.POSITIVE_INFINITY;
  return atMs + drawGapMs(symbol);
}

/** The product of two draws is mostly small and sometimes large, because acts come in bursts. */
function drawGapMs({ random, eventsPerHour }: SimulatedSymbol): number {
  const meanMs = Math.floor(hourMs / eventsPerHour);
  const product = random.below(drawParts) * random.below(drawParts);
  return 1 + Math.floor((4 * meanMs * product) / (drawParts * drawParts));
}

const hourMs = 3_600_000;
const drawParts = 4_096;

/** A simulated exchange that follows another clock at a speed. Its messages have the times of that other clock. */
export interface PlayedExchange extends Pick<SimulatedExchange, "list" | "unlist" | "move"> {
  /**
   * Plays until a time of the other clock and returns the messages. No call takes long; while `hasCaughtUp` is false, call it
   * again.
   */
  playUntil(nowMs: number): { readonly messages: readonly MarketMessage[]; readonly hasCaughtUp: boolean };
  /** The time on the clock of the simulated exchange. */
  playedMs(): number;
}

/** The settings of the simulation, the speed, and the start on the other clock. */
export type PlayedExchangeSettings = SimulatedExchangeSettings & {
  /** How many milliseconds the exchange plays in one of the other clock. */
  readonly speed: number;
  /** The time of the other clock at the start. */
  readonly nowMs: number;
};

/** A process that was suspended, or is too slow for the speed, catches up no more than this. */
const catchUpMsMax = 1_000;

/** Creates a simulated exchange that follows another clock. */
export function createPlayedExchange({ speed, nowMs, ...settings }: PlayedExchangeSettings): PlayedExchange {
  const exchange = createSimulatedExchange(settings);
  let lastNowMs = nowMs;
  let playedMs = settings.startMs;
  let hasCaughtUp = true;
  return {
    playUntil: (untilMs) => {
      if (hasCaughtUp) {
        playedMs += Math.min(Math.max(untilMs - lastNowMs, 0), catchUpMsMax) * speed;
        lastNowMs = untilMs;
      }
      const messages = exchange.advanceTo(Math.floor(playedMs)).map((message) => {
        // At a speed of 0 only what `move` does is new, and it is of now.
        const agoMs = speed === 0 ? 0 : (playedMs - message.atMs) / speed;
        return restampMessage(message, lastNowMs - Math.floor(agoMs));
      });
      hasCaughtUp = exchange.reachedMs() >= Math.floor(playedMs);
      return { messages, hasCaughtUp };
    },
    playedMs: () => Math.floor(playedMs),
    list: exchange.list,
    unlist: exchange.unlist,
    move: exchange.move,
  };
}

const eventsPerHour: Readonly<Record<Exchange, number>> = {
  HOSE: 600,
  HNX: 240,
  UPCOM: 90,
  DERIVATIVES: 7_200,
};
const eventsPerHourInIndex = 10_800;

/** The default number of acts an hour. The constituents of an index have the most. */
function eventsPerHourOf({ exchange }: Instrument, isInIndex: boolean): number {
  return isInIndex ? eventsPerHourInIndex : eventsPerHour[exchange];
}

/** An index whose shares have equal weights at the start. */
type SimulatedIndex = { readonly constituents: ReadonlySet<string>; readonly level: () => Price };

const constituentsMax = 30;
const onePart = 1_000_000n;

/**
 * Creates the indices of the listed futures. An index starts at the price of the listed contract that expires first. Without
 * constituents there is no index, and its futures move independently.
 */
function indicesOf(
  { instruments, constituents, referencePrices, startMs }: SimulatedExchangeSettings,
  symbolOf: (symbol: string) => SimulatedSymbol | undefined,
): ReadonlyMap<string, SimulatedIndex> {
  const indices = new Map<string, SimulatedIndex>();
  for (const [code, future] of firstFuturesOf(instruments, calendarDateOf(startMs))) {
    const listed = constituents?.get(code) ?? largestOf(instruments);
    const shares = instruments.filter(({ symbol }) => listed.includes(symbol));
    if (shares.length === 0) continue;
    const startOf = ({ symbol, referencePrice }: Instrument) =>
      referencePrices?.get(symbol) ?? referencePrice;
    const starts = shares.map((share) => ({ symbol: share.symbol, price: startOf(share) }));
    const base = startOf(future);
    const level = () => {
      const parts = starts.reduce((sum, { symbol, price }) => {
        const { lastPrice, referencePrice = price } = symbolOf(symbol) ?? {};
        return sum + ((lastPrice ?? referencePrice) * onePart) / price;
      }, 0n);
      return (base * parts) / (BigInt(starts.length) * onePart);
    };
    indices.set(code, { constituents: new Set(starts.map(({ symbol }) => symbol)), level });
  }
  return indices;
}

/** For each index the future that expires first and has not yet; of several, the one listed first. Bonds have no shares to follow. */
function firstFuturesOf(instruments: readonly Instrument[], date: CalendarDate): Map<string, Instrument> {
  const first = new Map<string, Instrument>();
  for (const future of instruments) {
    const { symbol, expirationDate = "", underlyingSymbolCode: code } = future;
    if (productOf(symbol)?.priceUnit !== "point" || expirationDate < date || code === undefined) continue;
    const known = first.get(code)?.expirationDate;
    if (known === undefined || expirationDate < known) first.set(code, future);
  }
  return first;
}

/** Takes the first shares, because a catalog lists large companies first and does not contain their size. */
function largestOf(instruments: readonly Instrument[]): readonly string[] {
  const shares = instruments.filter(({ exchange, type }) => exchange === "HOSE" && type === "stock");
  return shares.slice(0, constituentsMax).map(({ symbol }) => symbol);
}
