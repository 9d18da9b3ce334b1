import type { Rates } from "@trading-oms/margin";
import type { Instrument } from "@trading-oms/market";
import { chooseRates, ratesNamesOf } from "./choose-rates.ts";
import type { Services } from "./services.ts";

/** The rates in force for an instrument: its own, else its product's, else its group's; all three of one level. */
export async function readEffectiveRates(
  { store }: Pick<Services, "store">,
  instrument: Instrument,
): Promise<Rates> {
  const names = ratesNamesOf(instrument);
  const found = await store.readRates(names);
  return chooseRates(names, ({ level, name }) =>
    found.find((each) => each.level === level && each.name === name),
  );
}
