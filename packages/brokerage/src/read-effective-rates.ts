import type { Rates } from "@trading-oms/margin";
import { type Instrument, parseIndexFutureCode, productCodeOf, productGroupOf } from "@trading-oms/market";
import type { RatesRecord } from "./ports/index.ts";
import type { Services } from "./services.ts";

/** Fully paid and never called: what holds where nothing was set. */
const fullyPaid: Rates = { marginRatio: 1_000_000n, marginCallRate: 0n, forceCloseRate: 0n };

/** The rates in force for an instrument: its own, else its product's, else its group's; all three of one level. */
export async function readEffectiveRates(
  { store }: Pick<Services, "store">,
  instrument: Instrument,
): Promise<Rates> {
  const candidates = levelsOf(instrument);
  const found = await store.readRates(candidates);
  for (const { level, name } of candidates) {
    const record = found.find((each) => each.level === level && each.name === name);
    if (record !== undefined) return ratesOf(record);
  }
  return fullyPaid;
}

function levelsOf({ symbol, exchange }: Instrument): Pick<RatesRecord, "level" | "name">[] {
  const future = parseIndexFutureCode(symbol);
  return [
    { level: "symbol", name: symbol },
    ...(future === undefined ? [] : [{ level: "product", name: productCodeOf(future) } as const]),
    { level: "group", name: productGroupOf(exchange) },
  ];
}

function ratesOf({ marginRatio, marginCallRate, forceCloseRate }: RatesRecord): Rates {
  return { marginRatio, marginCallRate, forceCloseRate };
}
