import { type Instrument, onePrice, type Price, priceStepOf } from "@trading-oms/market";

/**
 * Finds the price on a step at which trading first reaches a worth of one unit, coming down to it or going up. Nothing
 * trades between two steps, so that a worth there is reached at the next; below the lowest step it never is.
 */
export function findStepPrice(
  instrument: Pick<Instrument, "exchange" | "type" | "contractSize">,
  unitVnd: bigint,
  direction: "down" | "up",
): Price | undefined {
  const { contractSize = 1n } = instrument;
  const thousandths = unitVnd * onePrice;
  if (direction === "down") {
    const price = thousandths / contractSize;
    const onStep = price - (price % priceStepOf(instrument, price));
    return onStep > 0n ? onStep : undefined;
  }
  const price = (thousandths + contractSize - 1n) / contractSize;
  const step = priceStepOf(instrument, price);
  return ((price + step - 1n) / step) * step;
}
