import type { Instrument } from "../instrument.ts";
import type { Price } from "../price.ts";
import type { MarketMessage, SymbolMessage } from "../quotes/messages.ts";
import { actInSession } from "./act-in-session.ts";
import { changeSession } from "./change-session.ts";
import { createEventQueue } from "./create-event-queue.ts";
import { eventsPerHourOf } from "./events-per-hour-of.ts";
import { resumeTrading } from "./halt-trading.ts";
import type { SimulatedExchangeSettings } from "./simulated-exchange-settings.ts";
import { indicesOf } from "./simulated-index.ts";
import { type SimulatedSymbol, type SimulatedWorld, simulatedSymbolOf } from "./simulated-symbol.ts";

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
  const queue = createEventQueue([]);
  const begin = (instrument: Instrument, fromMs: number, seq: number) => {
    const { symbol } = instrument;
    const isInIndex = [...indices.values()].some(({ constituents }) => constituents.has(symbol));
    const eventsPerHour = settings.eventsPerHour?.(instrument) ?? eventsPerHourOf(instrument, isInIndex);
    const referencePrice = settings.referencePrices?.get(symbol) ?? instrument.referencePrice;
    const start = { startMs: fromMs, referencePrice, eventsPerHour, seq };
    const begun = simulatedSymbolOf(instrument, world, start);
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
