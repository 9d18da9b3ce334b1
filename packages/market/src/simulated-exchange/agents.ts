import { unitVndOf } from "../instrument.ts";
import type { Price } from "../price.ts";
import { type BookSide, OrderBook } from "./order-book.ts";
import {
  emitDepth,
  emitTrade,
  haltTrading,
  isAuction,
  rungOf,
  type SimulatedSymbol,
} from "./simulated-symbol.ts";

const ordersPerSideMax = 48;
const eventsPerSentiment = 64;
const eventsPerOpenInterest = 16;

/** Lets one agent act, depending on the session. */
export function actInSession(symbol: SimulatedSymbol, atMs: number): void {
  symbol.eventCount += 1;
  moveFairValue(symbol);
  if (isAuction(symbol.session)) joinAuction(symbol);
  else if (symbol.session === "post-close") tradeAtClose(symbol, atMs);
  else tradeContinuously(symbol, atMs);
  emitCounts(symbol, atMs);
}

/** Trades one lot at a price within the band, which becomes the fair value. Orders at other prices are gone. */
export function moveTo(symbol: SimulatedSymbol, price: Price, atMs: number): void {
  const { prices, instrument } = symbol;
  symbol.book = new OrderBook(prices.length);
  symbol.fairRung = rungOf(prices, price);
  symbol.targetRung = symbol.fairRung;
  emitTrade(symbol, atMs, { rung: symbol.fairRung, quantity: Number(instrument.lot), side: "none" });
  emitDepth(symbol, atMs);
}

function joinAuction(symbol: SimulatedSymbol): void {
  const side = drawSide(symbol);
  // Orders are as often above the fair value as below, so that an auction has something to match.
  const rung = rungWithin(symbol, symbol.fairRung + symbol.random.below(7) - 3);
  const quantity = drawQuantity(symbol);
  if (quantity > 0) symbol.book.rest({ id: symbol.eventCount, side, rung, quantity });
  pruneBook(symbol, side);
}

function tradeAtClose(symbol: SimulatedSymbol, atMs: number): void {
  const quantity = drawQuantity(symbol);
  if (symbol.lastPrice === undefined || quantity === 0 || symbol.random.below(8) > 0) return;
  emitTrade(symbol, atMs, { rung: rungOf(symbol.prices, symbol.lastPrice), quantity, side: "none" });
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
  emitDepth(symbol, atMs);
}

/** Places an order this many rungs worse for the agent than the fair value; a negative number is better. */
function placeOrder(symbol: SimulatedSymbol, atMs: number, rungsConceded: number): void {
  const side = drawSide(symbol);
  const change = side === "buy" ? rungsConceded : -rungsConceded;
  const rung = rungWithin(symbol, symbol.fairRung + change);
  const quantity = drawQuantity(symbol);
  if (quantity === 0) return;
  const fills = symbol.book.place({ id: symbol.eventCount, side, rung, quantity });
  for (const fill of fills) emitTrade(symbol, atMs, { rung: fill.rung, quantity: fill.quantity, side });
  pruneBook(symbol, side);
}

function cancelOrder({ book, random }: SimulatedSymbol): void {
  const side = random.below(2) === 0 ? "buy" : "sell";
  const rungs = book.bestRungs(side, 8);
  const { rung } = rungs[random.below(8)] ?? {};
  // The last level of a side stays, because the book of a quiet symbol would be empty otherwise.
  if (rung !== undefined && rungs.length > 1) book.cancelYoungest(side, rung);
}

/** Cancels orders that are far from the price, so that a book stays small all day. */
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

function emitCounts(symbol: SimulatedSymbol, atMs: number): void {
  const { eventCount, instrument, buyerCount, sellerCount, openInterest } = symbol;
  if (eventCount % eventsPerSentiment === 1) {
    symbol.emit(atMs, { kind: "sentiment", bullishCount: buyerCount, bearishCount: sellerCount });
  }
  if (instrument.type === "future" && eventCount % eventsPerOpenInterest === 0) {
    symbol.emit(atMs, { kind: "open-interest", openInterest });
  }
}

/** How often an hour the fair value moves, independent of how often agents act. */
const movesPerHour = 120;
/** The largest distance of a future from its index, in rungs. */
const basisRungsMax = 10;

/** Moves the fair value: a future follows its index, all others drift to their target. */
function moveFairValue(symbol: SimulatedSymbol): void {
  const level = indexLevelOf(symbol);
  if (level !== undefined) followIndex(symbol, rungOf(symbol.prices, level));
  else if (symbol.random.below(symbol.eventsPerHour) < movesPerHour) wander(symbol);
}

function rungWithin({ prices }: SimulatedSymbol, rung: number): number {
  return Math.min(Math.max(rung, 0), prices.length - 1);
}

function indexLevelOf({ instrument, world }: SimulatedSymbol) {
  const { type, underlyingSymbolCode } = instrument;
  if (type !== "future" || underlyingSymbolCode === undefined) return undefined;
  return world.indexLevelOf(underlyingSymbolCode);
}

/** The larger the basis, the more likely it shrinks. */
function followIndex(symbol: SimulatedSymbol, indexRung: number): void {
  const isUp = symbol.random.below(2 * basisRungsMax) >= symbol.basisRungs + basisRungsMax;
  symbol.basisRungs += isUp ? 1 : -1;
  symbol.fairRung = rungWithin(symbol, indexRung + symbol.basisRungs);
}

/** If a band has many rungs, steps of one rung would not reach the target within a day. */
function wander(symbol: SimulatedSymbol): void {
  const { prices, random, fairRung, targetRung } = symbol;
  const stride = 1 + Math.floor(prices.length / 128);
  const isUp = random.below(prices.length) >= fairRung - targetRung + Math.floor(prices.length / 2);
  symbol.fairRung = rungWithin(symbol, fairRung + (isUp ? stride : -stride));
}

/** The approximate value of a small order. */
const orderVnd = 20_000_000n;
const contractsOfOrder = 2;

/** Draws the quantity of an order: whole lots, within the limits of the instrument; 0 if they allow none. */
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
