import { rungOf } from "./list-prices.ts";
import type { SimulatedSymbol } from "./simulated-symbol.ts";

/** How often an hour the agents think again, however many of them there are. */
const movesPerHour = 120;
/** How far a future strays from its index, in rungs. */
const basisRungsMax = 10;

/** Changes what the agents think a symbol is worth: a future follows its index, all others wander to their target. */
export function moveWorth(symbol: SimulatedSymbol): void {
  const level = indexLevelOf(symbol);
  if (level !== undefined) followIndex(symbol, rungOf(symbol.prices, level));
  else if (symbol.random.below(symbol.eventsPerHour) < movesPerHour) wander(symbol);
}

/** Gives a rung as near to one that is asked for as the band lets it be. */
export function rungWithin({ prices }: SimulatedSymbol, rung: number): number {
  return Math.min(Math.max(rung, 0), prices.length - 1);
}

function indexLevelOf({ instrument, world }: SimulatedSymbol) {
  const { type, underlyingSymbolCode } = instrument;
  if (type !== "future" || underlyingSymbolCode === undefined) return undefined;
  return world.indexLevelOf(underlyingSymbolCode);
}

/** The farther the basis, the likelier its way back. */
function followIndex(symbol: SimulatedSymbol, indexRung: number): void {
  const isUp = symbol.random.below(2 * basisRungsMax) >= symbol.basisRungs + basisRungsMax;
  symbol.basisRungs += isUp ? 1 : -1;
  symbol.worthRung = rungWithin(symbol, indexRung + symbol.basisRungs);
}

/** Where a band has many rungs, a step of one of them would lead nowhere in a day. */
function wander(symbol: SimulatedSymbol): void {
  const { prices, random, worthRung, targetRung } = symbol;
  const stride = 1 + Math.floor(prices.length / 128);
  const isUp = random.below(prices.length) >= worthRung - targetRung + Math.floor(prices.length / 2);
  symbol.worthRung = rungWithin(symbol, worthRung + (isUp ? stride : -stride));
}
