import { calendarDateOf } from "../calendar-date.ts";
import { isTradingDay, tradingDayBefore } from "../is-trading-day.ts";
import { type Session, sessionOf } from "../session-of.ts";
import { beginDay } from "./begin-day.ts";
import { findAuctionPrice } from "./find-auction-price.ts";
import { isAuction } from "./is-auction.ts";
import { rungOf } from "./list-prices.ts";
import { nextSessionChangeMs } from "./next-session-change-ms.ts";
import { showDepth } from "./show-depth.ts";
import { type SimulatedSymbol, tellOf } from "./simulated-symbol.ts";
import { tellTrade } from "./tell-trade.ts";

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
  tellOf(symbol, atMs, { kind: "session", session });
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
  tellOf(symbol, atMs, { kind: "close", price: symbol.lastPrice });
}
