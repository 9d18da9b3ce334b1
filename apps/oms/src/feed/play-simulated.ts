import type { ReferenceBook } from "@trading-oms/brokerage";
import { calendarDateOf, createPlayedExchange, startOfDateMs } from "@trading-oms/market";
import { renderNumber } from "../output/render-number.ts";
import type { Player } from "./player.ts";

/** By then every opening auction is over. */
const continuousFromMs = 9.25 * 3_600_000;
/** Each takes some memory, and now and then a moment. */
const instrumentsMax = 20_000;

/** What is played, and how. */
export type SimulatedPlay = {
  readonly seed: number;
  readonly speed: number;
  /** Whether it trades at any hour, or in those of the exchanges. */
  readonly isAlwaysTrading: boolean;
  readonly nowMs: number;
};

/** Plays an exchange with what a catalog lists, and says where that is not all of it. */
export function playSimulated(
  book: Pick<ReferenceBook, "findInstrument" | "listEntries" | "holidays">,
  { seed, speed, isAlwaysTrading, nowMs }: SimulatedPlay,
  say: (line: string) => void,
): Player {
  const symbols = [...book.listEntries().keys()];
  const played = symbols.slice(0, instrumentsMax);
  const instruments = played.flatMap((symbol) => book.findInstrument(symbol) ?? []);
  if (symbols.length === 0) say("The catalog lists nothing, so that nothing is traded.");
  if (played.length < symbols.length) {
    say(`Of ${renderNumber(symbols.length)} instruments ${renderNumber(played.length)} are played.`);
  }
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
