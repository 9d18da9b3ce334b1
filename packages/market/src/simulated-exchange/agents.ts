import { unitVndOf } from "../instrument.ts";
import type { BookSide } from "./order-book.ts";
import {
  haltTrading,
  isAuction,
  rungOf,
  type SimulatedSymbol,
  showDepth,
  tellTrade,
} from "./simulated-symbol.ts";

const ordersPerSideMax = 48;
const eventsPerSentiment = 64;
const eventsPerOpenInterest = 16;

/** Lets one agent act, as the session allows. */
export function actInSession(symbol: SimulatedSymbol, atMs: number): void {
  symbol.eventCount += 1;
  moveWorth(symbol);
  if (isAuction(symbol.session)) joinAuction(symbol);
  else if (symbol.session === "post-close") tradeAtClose(symbol, atMs);
  else tradeContinuously(symbol, atMs);
  tellCounts(symbol, atMs);
}

function joinAuction(symbol: SimulatedSymbol): void {
  const side = drawSide(symbol);
  // Buyers bid above what it is worth as often as below, so that an auction has something to match.
  const rung = rungWithin(symbol, symbol.worthRung + symbol.random.below(7) - 3);
  const quantity = drawQuantity(symbol);
  if (quantity > 0) symbol.book.rest({ id: symbol.eventCount, side, rung, quantity });
  pruneBook(symbol, side);
}

function tradeAtClose(symbol: SimulatedSymbol, atMs: number): void {
  const quantity = drawQuantity(symbol);
  if (symbol.lastPrice === undefined || quantity === 0 || symbol.random.below(8) > 0) return;
  tellTrade(symbol, atMs, { rung: rungOf(symbol.prices, symbol.lastPrice), quantity, side: "none" });
}

function tradeContinuously(symbol: SimulatedSymbol, atMs: number): void {
  const { random, world } = symbol;
  if (random.below(1_000_000) < world.haltsPerMillion) {
    haltTrading(symbol, atMs);
    return;
  }
  const roll = random.below(100);
  if (roll < 20) cancelOrder(symbol);
  else placeOrder(symbol, atMs, roll < 50 ? random.below(2) : -1 - random.below(3) * random.below(3));
  showDepth(symbol, atMs);
}

/** An agent who is eager gives up rungs of what he thinks it is worth; one who is patient asks for some more. */
function placeOrder(symbol: SimulatedSymbol, atMs: number, rungsGivenUp: number): void {
  const side = drawSide(symbol);
  const change = side === "buy" ? rungsGivenUp : -rungsGivenUp;
  const rung = rungWithin(symbol, symbol.worthRung + change);
  const quantity = drawQuantity(symbol);
  if (quantity === 0) return;
  const fills = symbol.book.place({ id: symbol.eventCount, side, rung, quantity });
  for (const fill of fills) tellTrade(symbol, atMs, { rung: fill.rung, quantity: fill.quantity, side });
  pruneBook(symbol, side);
}

function cancelOrder({ book, random }: SimulatedSymbol): void {
  const side = random.below(2) === 0 ? "buy" : "sell";
  const rungs = book.bestRungs(side, 8);
  const { rung } = rungs[random.below(8)] ?? {};
  // The last price level of a side stays, or a quiet symbol would have none.
  if (rung !== undefined && rungs.length > 1) book.cancelYoungest(side, rung);
}

/** Orders that the price has left behind are given up, so that a book stays small all day. */
function pruneBook({ book }: SimulatedSymbol, side: BookSide): void {
  const worst = book.orderCount(side) > ordersPerSideMax ? book.worstRung(side) : undefined;
  if (worst !== undefined) book.cancelYoungest(side, worst);
}

function drawSide(symbol: SimulatedSymbol): BookSide {
  const isBuyer = symbol.random.below(2) === 0;
  if (isBuyer) symbol.buyerCount += 1;
  else symbol.sellerCount += 1;
  return isBuyer ? "buy" : "sell";
}

function tellCounts(symbol: SimulatedSymbol, atMs: number): void {
  const { eventCount, instrument, buyerCount, sellerCount, openInterest } = symbol;
  if (eventCount % eventsPerSentiment === 1) {
    symbol.tell(atMs, { kind: "sentiment", bullishCount: buyerCount, bearishCount: sellerCount });
  }
  if (instrument.type === "future" && eventCount % eventsPerOpenInterest === 0) {
    symbol.tell(atMs, { kind: "open-interest", openInterest });
  }
}

/** How often an hour the agents think again, however many of them there are. */
const movesPerHour = 120;
/** How far a future strays from its index, in rungs. */
const basisRungsMax = 10;

/** Changes what the agents think a symbol is worth: a future follows its index, all others wander to their target. */
function moveWorth(symbol: SimulatedSymbol): void {
  const level = indexLevelOf(symbol);
  if (level !== undefined) followIndex(symbol, rungOf(symbol.prices, level));
  else if (symbol.random.below(symbol.eventsPerHour) < movesPerHour) wander(symbol);
}

/** Gives a rung as near to one that is asked for as the band lets it be. */
function rungWithin({ prices }: SimulatedSymbol, rung: number): number {
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

/** What a small order is about worth. */
const orderVnd = 20_000_000n;
const contractsOfOrder = 2;

/** Draws the quantity of an order in whole lots, as large as the instrument allows; 0 where it allows none. */
function drawQuantity(symbol: SimulatedSymbol): number {
  const { instrument, random } = symbol;
  const lot = Number(instrument.lot);
  const lotsMin = Math.max(1, Math.ceil(Number(instrument.minQuantity) / lot));
  const lotsMax = Math.floor(Number(instrument.maxQuantity) / lot);
  const times = (1 + random.below(4)) * (random.below(32) === 0 ? 10 : 1);
  const lots = Math.max(lotsMin, lotsUsual(symbol) * times);
  return lotsMax < lotsMin ? 0 : Math.min(lots, lotsMax) * lot;
}

function lotsUsual({ instrument, referencePrice }: SimulatedSymbol): number {
  if (instrument.type === "future") return contractsOfOrder;
  const lots = Number(orderVnd / (unitVndOf(instrument, referencePrice) * instrument.lot));
  return Math.max(1, lots);
}
