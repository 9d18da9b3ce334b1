import { type CalendarDate, calendarDateOf, isTradingDay, tradingDayBefore } from "../calendar.ts";
import { renderPrice } from "../price.ts";
import { nextSessionChangeMs, type Session, sessionOf } from "../sessions.ts";
import { findAuctionPrice, OrderBook } from "./order-book.ts";
import { createRandom } from "./random.ts";
import {
  isAuction,
  listPrices,
  resumeTrading,
  rungOf,
  type SimulatedSymbol,
  showDepth,
  tellTrade,
} from "./simulated-symbol.ts";

/** Does what is due when a day or a session begins or ends; an instrument that has expired is left alone for good. */
export function changeSession(symbol: SimulatedSymbol, atMs: number): void {
  const { instrument, world } = symbol;
  const session = sessionAt(symbol, atMs);
  if (isAuction(symbol.session) && session !== symbol.session) endAuction(symbol, atMs);
  const date = dateAt(symbol, atMs);
  symbol.sessionEndMs = nextSessionChangeMs(instrument.exchange, atMs, world);
  if (date !== symbol.date) {
    tellClose(symbol, atMs);
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
  symbol.tell(atMs, { kind: "session", session });
  if (isAuction(session)) showDepth(symbol, atMs);
  const isOver = session === "closed" && calendarDateOf(symbol.sessionEndMs) !== date;
  if (wasTrading && (isOver || session === "post-close")) tellClose(symbol, atMs);
}

/** An exchange that trades anyway has its auctions when they are due, and trades on whenever it would be closed. */
function sessionAt({ instrument, world }: SimulatedSymbol, atMs: number): Session {
  const session = sessionOf(instrument.exchange, atMs, world.holidays);
  const isIdle = session === "closed" || session === "post-close";
  return world.tradesAnyway && isIdle ? "continuous" : session;
}

/** A day lasts until the next one on which is traded. */
function dateAt({ world }: SimulatedSymbol, atMs: number): string {
  const date = calendarDateOf(atMs);
  const isDay = world.tradesAnyway || isTradingDay(date, world.holidays);
  return isDay ? date : tradingDayBefore(date, world.holidays);
}

/** Whoever is halted when an auction ends was so before it began, and nobody meets anybody. */
function endAuction(symbol: SimulatedSymbol, atMs: number): void {
  const { book, prices, lastPrice, referencePrice } = symbol;
  const found = findAuctionPrice(book, rungOf(prices, lastPrice ?? referencePrice));
  if (found !== undefined) {
    book.takeBoth(found.quantity);
    tellTrade(symbol, atMs, { ...found, side: "none" });
  }
  showDepth(symbol, atMs);
}

function tellClose(symbol: SimulatedSymbol, atMs: number): void {
  if (symbol.isClosePriceTold || symbol.lastPrice === undefined) return;
  symbol.isClosePriceTold = true;
  symbol.tell(atMs, { kind: "close", price: symbol.lastPrice });
}

/** Begins a day: yesterday's last price is the reference, and the book is empty. */
function beginDay(symbol: SimulatedSymbol, date: CalendarDate, atMs: number): void {
  resumeTrading(symbol, atMs);
  const { instrument, lastPrice, random } = symbol;
  symbol.date = date;
  symbol.referencePrice = lastPrice ?? symbol.referencePrice;
  symbol.lastPrice = undefined;
  symbol.isClosePriceTold = false;
  symbol.prices = listPrices(instrument, symbol.referencePrice);
  symbol.book = new OrderBook(symbol.prices.length);
  symbol.depthTold = [];
  symbol.worthRung = rungOf(symbol.prices, symbol.referencePrice);
  symbol.targetRung = chooseTarget(symbol, date);
  Object.assign(symbol, { eventCount: 0, buyerCount: 0, sellerCount: 0 });
  symbol.tell(atMs, { kind: "day", date, referencePrice: symbol.referencePrice });
  symbol.tellNews(atMs, `${instrument.symbol}: giá tham chiếu ${renderPrice(symbol.referencePrice)}`);
  if (instrument.type !== "future") return;
  if (symbol.openInterest === 0) symbol.openInterest = openInterestMin + random.below(openInterestMin);
  symbol.tell(atMs, { kind: "open-interest", openInterest: symbol.openInterest });
}

const openInterestMin = 20_000;

/** Half of where a price is heading is the mood of the market, which all of them share on a day. */
function chooseTarget({ random, prices, world }: SimulatedSymbol, date: CalendarDate): number {
  const mood = createRandom(world.seed, `mood of ${date}`).below(moodParts);
  const own = random.below(moodParts);
  return Math.floor(((mood + own) * (prices.length - 1)) / (2 * moodParts));
}

const moodParts = 1_000;
