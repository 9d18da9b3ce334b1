import type { Exchange } from "../exchange.ts";
import type { Instrument } from "../instrument.ts";

const eventsPerHour: Readonly<Record<Exchange, number>> = {
  HOSE: 600,
  HNX: 240,
  UPCOM: 90,
  DERIVATIVES: 7_200,
};
const eventsPerHourInIndex = 10_800;

/** Gives how often agents act on an instrument in an hour, which is most often on what an index is made of. */
export function eventsPerHourOf({ exchange }: Instrument, isInIndex: boolean): number {
  return isInIndex ? eventsPerHourInIndex : eventsPerHour[exchange];
}
