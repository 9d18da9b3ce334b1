import type { Holidays } from "../calendar-date.ts";
import type { Instrument } from "../instrument.ts";
import type { Price } from "../price.ts";

/** What a simulation is made of: the same settings tell the same messages, to the last one. */
export type SimulatedExchangeSettings = {
  readonly seed: number;
  /** When the simulation starts; the first messages say which day and which session it is. */
  readonly startMs: number;
  readonly instruments: readonly Instrument[];
  readonly holidays: Holidays;
  /** Whether it trades on through nights, weekends and holidays, with a new day at each midnight. */
  readonly tradesAnyway: boolean;
  /** The reference prices of the first day, where they are not those of the catalog; on their steps. */
  readonly referencePrices?: ReadonlyMap<string, Price>;
  /** The shares in an index, where they are not the first thirty on HOSE. */
  readonly constituents?: ReadonlyMap<string, readonly string[]>;
  /** How often agents act on an instrument in an hour of its trading, where it is not as often as usual. */
  readonly eventsPerHour?: (instrument: Instrument) => number | undefined;
  /** How often an agent's act is a halt instead. */
  readonly haltsPerMillion?: number;
  /** How many levels of a book are told. */
  readonly levelsMax?: number;
};
