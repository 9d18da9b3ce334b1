import type { ReferenceBook } from "@trading-oms/brokerage";
import { calendarDateOf, createPlayedExchange, startOfDateMs } from "@trading-oms/market";
import type { Player } from "./player.ts";

/** By then every opening auction is over. */
const continuousFromMs = 9.25 * 3_600_000;

/** What is played, and how. */
export type SimulatedPlay = {
  readonly seed: number;
  readonly speed: number;
  /** Whether it trades at any hour, or in those of the exchanges. */
  readonly isAlwaysTrading: boolean;
  readonly nowMs: number;
};

/** Plays an exchange with all that a catalog lists. */
export function playSimulated(
  book: Pick<ReferenceBook, "findInstrument" | "listEntries" | "holidays">,
  { seed, speed, isAlwaysTrading, nowMs }: SimulatedPlay,
): Player {
  const instruments = [...book.listEntries().keys()].flatMap((symbol) => book.findInstrument(symbol) ?? []);
  const exchange = createPlayedExchange({
    seed,
    speed,
    nowMs,
    startMs: isAlwaysTrading ? startOfDateMs(calendarDateOf(nowMs)) + continuousFromMs : nowMs,
    tradesAnyway: isAlwaysTrading,
    holidays: book.holidays(),
    instruments,
  });
  return { playUntil: async (untilMs) => ({ ...exchange.playUntil(untilMs), isOver: false }) };
}
