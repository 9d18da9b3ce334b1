import type { ReferenceBook } from "@trading-oms/brokerage";
import { createSimulatedExchange, type MarketMessage } from "@trading-oms/market";

const seed = 7;
const startMs = Date.parse("2026-11-20T08:45:00+07:00");
const endMs = Date.parse("2026-11-20T09:45:00+07:00");

/** As deep as a book is told of at most, so that an entry has the 1.9 kB of a busy share. */
const levelsMax = 10;
/** So few that the morning is played in a second. */
const eventsPerHourOfEach = 300;

/** Plays the beginning of a morning with every instrument of a catalog; each who plays it is told the same. */
export function playMarket(book: ReferenceBook): MarketMessage[] {
  const instruments = [...book.listEntries().keys()].flatMap((symbol) => book.findInstrument(symbol) ?? []);
  const exchange = createSimulatedExchange({
    seed,
    startMs,
    instruments,
    holidays: new Set(),
    tradesAnyway: false,
    levelsMax,
    eventsPerHour: () => eventsPerHourOfEach,
  });
  const told: MarketMessage[] = [];
  while (exchange.reachedMs() < endMs) told.push(...exchange.advanceTo(endMs));
  return told;
}
