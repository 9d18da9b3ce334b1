import { type CalendarDate, calendarDateOf, type Holidays } from "../calendar.ts";
import type { Exchange, Instrument } from "../instrument.ts";
import type { Price } from "../price.ts";
import { type MarketMessage, restampMessage, type SymbolMessage } from "../quotes/messages.ts";
import { actInSession } from "./agents.ts";
import { EventQueue } from "./event-queue.ts";
import { resumeTrading, SimulatedSymbol, type SimulatedWorld } from "./simulated-symbol.ts";
import { changeSession } from "./trading-day.ts";

/** What a simulation is made of: the same settings tell the same messages, to the last one. */
export type SimulatedExchangeSettings = {
  readonly seed: number;
  /** When the simulation starts; the first messages say which day and which session it is. */
  readonly startMs: number;
  readonly instruments: readonly Instrument[];
  readonly holidays: Holidays;
  /** Whether it trades on through nights, weekends and holidays, with a new day at each midnight. */
  readonly tradesAnyway: boolean;
  /** The reference prices of the first day, where they are not those of the catalog; on their steps. */
  readonly referencePrices?: ReadonlyMap<string, Price>;
  /** The shares in an index, where they are not the first thirty on HOSE. */
  readonly constituents?: ReadonlyMap<string, readonly string[]>;
  /** How often agents act on an instrument in an hour of its trading, where it is not as often as usual. */
  readonly eventsPerHour?: (instrument: Instrument) => number | undefined;
  /** How often an agent's act is a halt instead. */
  readonly haltsPerMillion?: number;
  /** How many levels of a book are told. */
  readonly levelsMax?: number;
};

/** An exchange that is played by agents, as far as its clock has been moved on. */
export interface SimulatedExchange {
  /**
   * Moves the clock on and gives what happened until then. After 500 acts, of which the beginning of a day counts for
   * ten, it stops short, so that no call takes long: as long as `reachedMs` is earlier than asked for, there is more to come.
   */
  advanceTo(untilMs: number): readonly MarketMessage[];
  /** Gives the time until which everything has been told. */
  reachedMs(): number;
  /** Gives the level of an index on which a future here stands. */
  indexLevelOf(code: string): Price | undefined;
  /**
   * Trades one more instrument from now on, in no index, or goes on with its new details. One that has moved to another
   * exchange, or become something else, begins a new day, numbered on.
   */
  list(instrument: Instrument): void;
  /** Tells nothing more of an instrument. */
  unlist(symbol: string): void;
}

/** About 5 ms of work, so that whoever else runs in the process hardly waits. */
const actsMax = 500;
/** Every price of a day is listed as it begins, and its book laid out. */
const actsOfBeginning = 10;

/** Opens an exchange on which nothing has been told yet. */
export function createSimulatedExchange(settings: SimulatedExchangeSettings): SimulatedExchange {
  const { startMs, haltsPerMillion = 5, levelsMax = 3 } = settings;
  let messages: SymbolMessage[] = [];
  let reachedMs = startMs - 1;
  const symbols = new Map<string, SimulatedSymbol>();
  const indices = indicesOf(settings, (code) => symbols.get(code));
  const indexLevelOf = (code: string) => indices.get(code)?.level();
  const tell = (message: SymbolMessage) => {
    messages.push(message);
  };
  const world: SimulatedWorld = { ...settings, haltsPerMillion, levelsMax, indexLevelOf, tell };
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
    const told = messages;
    messages = [];
    return told;
  };
  const list = (instrument: Instrument) => {
    const known = symbols.get(instrument.symbol);
    if (known !== undefined && isListedAlike(known.instrument, instrument)) known.instrument = instrument;
    else {
      if (known !== undefined) known.isGone = true;
      begin(instrument, reachedMs + 1, known?.seq ?? 0);
    }
  };
  const unlist = (symbol: string) => {
    const known = symbols.get(symbol);
    if (known !== undefined) known.isGone = true;
    symbols.delete(symbol);
  };
  return { advanceTo, reachedMs: () => reachedMs, indexLevelOf, list, unlist };
}

function isListedAlike(one: Instrument, other: Instrument): boolean {
  return (
    one.exchange === other.exchange && one.type === other.type && one.expirationDate === other.expirationDate
  );
}

/** Does what is due for a symbol, and gives when something is due again. */
function act(symbol: SimulatedSymbol, atMs: number): number {
  if (symbol.isGone) return Number.POSITIVE_INFINITY;
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

/** The product of two draws is mostly small and sometimes large, as acts come in flurries. */
function drawGapMs({ random, eventsPerHour }: SimulatedSymbol): number {
  const meanMs = Math.floor(hourMs / eventsPerHour);
  const product = random.below(drawParts) * random.below(drawParts);
  return 1 + Math.floor((4 * meanMs * product) / (drawParts * drawParts));
}

const hourMs = 3_600_000;
const drawParts = 4_096;

/** A simulated exchange whose clock follows another one, at a speed, and whose messages carry the times of that other one. */
export interface PlayedExchange {
  /**
   * Plays on towards a time of the other clock, and gives what happened; no call takes long. `isThere` is false as long
   * as there is more to come.
   */
  playUntil(nowMs: number): { readonly messages: readonly MarketMessage[]; readonly isThere: boolean };
  /** Gives the time on the clock of the exchange. */
  playedMs(): number;
  /** Trades one more instrument from now on, or goes on with its new details. */
  list(instrument: Instrument): void;
  /** Tells nothing more of an instrument. */
  unlist(symbol: string): void;
}

/** What is played, from which time on the clock of the exchange, and how fast. */
export type PlayedExchangeSettings = SimulatedExchangeSettings & {
  /** How many milliseconds the exchange plays in one of the other clock. */
  readonly speed: number;
  /** What the other clock says as the exchange starts. */
  readonly nowMs: number;
};

/** A process that has slept, or a machine too slow for the speed, does not make up for more than this. */
const catchUpMsMax = 1_000;

/** Opens an exchange that is played by the clock of whoever listens. */
export function createPlayedExchange({ speed, nowMs, ...settings }: PlayedExchangeSettings): PlayedExchange {
  const exchange = createSimulatedExchange(settings);
  let heardMs = nowMs;
  let playedMs = settings.startMs;
  let isThere = true;
  return {
    playUntil: (untilMs) => {
      if (isThere) {
        playedMs += Math.min(Math.max(untilMs - heardMs, 0), catchUpMsMax) * speed;
        heardMs = untilMs;
      }
      const messages = exchange.advanceTo(Math.floor(playedMs)).map((message) => {
        const agoMs = (playedMs - message.atMs) / speed;
        return restampMessage(message, heardMs - Math.floor(agoMs));
      });
      isThere = exchange.reachedMs() >= Math.floor(playedMs);
      return { messages, isThere };
    },
    playedMs: () => Math.floor(playedMs),
    list: exchange.list,
    unlist: exchange.unlist,
  };
}

const eventsPerHour: Readonly<Record<Exchange, number>> = {
  HOSE: 600,
  HNX: 240,
  UPCOM: 90,
  DERIVATIVES: 7_200,
};
const eventsPerHourInIndex = 10_800;

/** Gives how often agents act on an instrument in an hour, which is most often on what an index is made of. */
function eventsPerHourOf({ exchange }: Instrument, isInIndex: boolean): number {
  return isInIndex ? eventsPerHourInIndex : eventsPerHour[exchange];
}

/** An index whose shares weigh the same at the start. */
type SimulatedIndex = { readonly constituents: ReadonlySet<string>; readonly level: () => Price };

const constituentsMax = 30;
const onePart = 1_000_000n;

/**
 * Makes the indices on which the futures of a simulation stand. An index starts where the listed contract that ends
 * first stands; without a share it is none, and its futures go their own ways.
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

/** The listed future that ends first of each index; of several that end at once, the one listed first. */
function firstFuturesOf(instruments: readonly Instrument[], date: CalendarDate): Map<string, Instrument> {
  const first = new Map<string, Instrument>();
  for (const future of instruments) {
    const { type, expirationDate = "", underlyingSymbolCode: code } = future;
    if (type !== "future" || expirationDate < date || code === undefined) continue;
    const known = first.get(code)?.expirationDate;
    if (known === undefined || expirationDate < known) first.set(code, future);
  }
  return first;
}

/** A catalog names the large before the small; nothing in it says how large they are. */
function largestOf(instruments: readonly Instrument[]): readonly string[] {
  const shares = instruments.filter(({ exchange, type }) => exchange === "HOSE" && type === "stock");
  return shares.slice(0, constituentsMax).map(({ symbol }) => symbol);
}
