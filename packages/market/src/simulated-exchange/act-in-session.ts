import type { BookSide } from "./create-order-book.ts";
import { drawQuantity } from "./draw-quantity.ts";
import { haltTrading } from "./halt-trading.ts";
import { isAuction } from "./is-auction.ts";
import { rungOf } from "./list-prices.ts";
import { moveWorth, rungWithin } from "./move-worth.ts";
import { showDepth } from "./show-depth.ts";
import { type SimulatedSymbol, tellOf } from "./simulated-symbol.ts";
import { tellTrade } from "./tell-trade.ts";

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
    tellOf(symbol, atMs, { kind: "sentiment", bullishCount: buyerCount, bearishCount: sellerCount });
  }
  if (instrument.type === "future" && eventCount % eventsPerOpenInterest === 0) {
    tellOf(symbol, atMs, { kind: "open-interest", openInterest });
  }
}
