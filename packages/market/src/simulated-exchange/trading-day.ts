import { type CalendarDate, calendarDateOf, isTradingDay, tradingDayBefore } from "../calendar.ts";
import { renderPrice } from "../price.ts";
import { nextSessionChangeMs, type Session, sessionOf } from "../sessions.ts";
import { findAuctionPrice, OrderBook } from "./order-book.ts";
import { createRandom } from "./random.ts";
import {
  emitDepth,
  emitTrade,
  isAuction,
  listPrices,
  resumeTrading,
  rungOf,
  type SimulatedSymbol,
} from "./simulated-symbol.ts";

/** Performs the beginning or end of a day or session. An expired instrument is never due again. */
export function changeSession(symbol: SimulatedSymbol, atMs: number): void {
  const { instrument, world } = symbol;
  const session = sessionAt(symbol, atMs);
  if (isAuction(symbol.session) && session !== symbol.session) endAuction(symbol, atMs);
  const date = dateAt(symbol, atMs);
  symbol.sessionEndMs = nextSessionChangeMs(instrument.exchange, atMs, world);
  if (date !== symbol.date) {
    emitClose(symbol, atMs);
    if (date > (instrument.expirationDate ?? date)) {
      symbol.session = "closed";
      symbol.sessionEndMs = Number.POSITIVE_INFINITY;
      return;
    }
    beginDay(symbol, date, atMs);
  }
  if (session === symbol.session) return;
  const wasTrading = symbol.session !== undefined && symbol.session !== "closed";
  symbol.session = session;
  symbol.emit(atMs, { kind: "session", session });
  if (isAuction(session)) emitDepth(symbol, atMs);
  const isOver = session === "closed" && calendarDateOf(symbol.sessionEndMs) !== date;
  if (wasTrading && (isOver || session === "post-close")) emitClose(symbol, atMs);
}

/** With `isAlwaysTrading`, auctions take place as usual, and trading is continuous whenever the exchange would be closed. */
function sessionAt({ instrument, world }: SimulatedSymbol, atMs: number): Session {
  const session = sessionOf(instrument.exchange, atMs, world.holidays);
  const isIdle = session === "closed" || session === "post-close";
  return world.isAlwaysTrading && isIdle ? "continuous" : session;
}

/** A day lasts until the next trading day begins. */
function dateAt({ world }: SimulatedSymbol, atMs: number): string {
  const date = calendarDateOf(atMs);
  const isDay = world.isAlwaysTrading || isTradingDay(date, world.holidays);
  return isDay ? date : tradingDayBefore(date, world.holidays);
}

/** A symbol that is halted when an auction ends was halted before it began. It has no orders that match, so nothing is traded. */
function endAuction(symbol: SimulatedSymbol, atMs: number): void {
  const { book, prices, lastPrice, referencePrice } = symbol;
  const found = findAuctionPrice(book, rungOf(prices, lastPrice ?? referencePrice));
  if (found !== undefined) {
    book.takeBoth(found.quantity);
    emitTrade(symbol, atMs, { ...found, side: "none" });
  }
  emitDepth(symbol, atMs);
}

function emitClose(symbol: SimulatedSymbol, atMs: number): void {
  if (symbol.isClosePriceSent || symbol.lastPrice === undefined) return;
  symbol.isClosePriceSent = true;
  symbol.emit(atMs, { kind: "close", price: symbol.lastPrice });
}

/** Begins a day. The last price of the day before is the reference price, and the book is empty. */
function beginDay(symbol: SimulatedSymbol, date: CalendarDate, atMs: number): void {
  resumeTrading(symbol, atMs);
  const { instrument, lastPrice, random } = symbol;
  symbol.date = date;
  symbol.referencePrice = lastPrice ?? symbol.referencePrice;
  symbol.lastPrice = undefined;
  symbol.isClosePriceSent = false;
  symbol.prices = listPrices(instrument, symbol.referencePrice);
  symbol.book = new OrderBook(symbol.prices.length);
  symbol.lastDepth = [];
  symbol.fairRung = rungOf(symbol.prices, symbol.referencePrice);
  symbol.targetRung = chooseTarget(symbol, date);
  Object.assign(symbol, { eventCount: 0, buyerCount: 0, sellerCount: 0 });
  symbol.emit(atMs, { kind: "day", date, referencePrice: symbol.referencePrice });
  symbol.emitNews(atMs, `${instrument.symbol}: giá tham chiếu ${renderPrice(symbol.referencePrice)}`);
  if (instrument.type !== "future") return;
  if (symbol.openInterest === 0) symbol.openInterest = openInterestMin + random.below(openInterestMin);
  symbol.emit(atMs, { kind: "open-interest", openInterest: symbol.openInterest });
}

const openInterestMin = 20_000;

/** Half of the target comes from the mood of the market, which all symbols share on a day. */
function chooseTarget({ random, prices, world }: SimulatedSymbol, date: CalendarDate): number {
  const mood = createRandom(world.seed, `mood of ${date}`).below(moodParts);
  const own = random.below(moodParts);
  return Math.floor(((mood + own) * (prices.length - 1)) / (2 * moodParts));
}

const moodParts = 1_000;
