import { unitVndOf } from "../unit-vnd-of.ts";
import type { SimulatedSymbol } from "./simulated-symbol.ts";

/** What a small order is about worth. */
const orderVnd = 20_000_000n;
const contractsOfOrder = 2;

/** Draws the quantity of an order in whole lots, as large as the instrument allows; 0 where it allows none. */
export function drawQuantity(symbol: SimulatedSymbol): number {
  const { instrument, random } = symbol;
  const lot = Number(instrument.lot);
  const lotsMin = Math.max(1, Math.ceil(Number(instrument.minQuantity) / lot));
  const lotsMax = Math.floor(Number(instrument.maxQuantity) / lot);
  const times = (1 + random.below(4)) * (random.below(32) === 0 ? 10 : 1);
  const lots = Math.max(lotsMin, lotsUsual(symbol) * times);
  return lotsMax < lotsMin ? 0 : Math.min(lots, lotsMax) * lot;
}

function lotsUsual({ instrument, referencePrice }: SimulatedSymbol): number {
  if (instrument.type === "future") return contractsOfOrder;
  const lots = Number(orderVnd / (unitVndOf(instrument, referencePrice) * instrument.lot));
  return Math.max(1, lots);
}
