/** The prices that value positions, and where they are from. */
import { bandOf, type Instrument, type Price } from "@trading-oms/market";
import type { MarkRecord } from "../ports/index.ts";
import { factsOf, readKnownPrices } from "../quotes/symbol-facts.ts";
import type { Services } from "../services.ts";

/** An instrument with its last price. Its reference price, floor and ceiling are those of the newest day. */
export type InstrumentPrice = {
  readonly instrument: Instrument;
  /** Undefined without a last price. Positions are then valued at the reference price. */
  readonly last: Pick<MarkRecord, "price" | "atMs"> | undefined;
  readonly source: "feed" | "simulation" | "hand" | "reference";
  readonly floorPrice: Price;
  readonly ceilingPrice: Price;
};

/** Reads the last prices of instruments, in their order. */
export async function readInstrumentPrices(
  services: Pick<Services, "store" | "now" | "marks">,
  instruments: readonly Instrument[],
): Promise<InstrumentPrice[]> {
  const symbols = instruments.map(({ symbol }) => symbol);
  const knownOf = await readKnownPrices(services, symbols);
  return instruments.map((listed) => {
    const { instrument, lastTrade: last } = factsOf(services, listed, knownOf.get(listed.symbol));
    const { floor, ceiling } = bandOf(instrument, instrument.referencePrice);
    return { instrument, last, source: sourceOf(last), floorPrice: floor, ceilingPrice: ceiling };
  });
}

function sourceOf(last: MarkRecord | undefined): InstrumentPrice["source"] {
  if (last === undefined) return "reference";
  if (last.isByHand) return "hand";
  return last.isPlayed === true ? "simulation" : "feed";
}
