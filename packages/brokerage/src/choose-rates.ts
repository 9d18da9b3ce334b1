import type { Rates } from "@trading-oms/margin";
import { type Instrument, parseIndexFutureCode, productCodeOf, productGroupOf } from "@trading-oms/market";
import type { RatesRecord } from "./ports/index.ts";

/** What a set of rates was set for. */
export type RatesName = Pick<RatesRecord, "level" | "name">;

/** Fully paid and never called: what holds where nothing was set. */
const fullyPaid: Rates = { marginRatio: 1_000_000n, marginCallRate: 0n, forceCloseRate: 0n };

/** Takes the first rates that were set, so that all three come from one level. */
export function chooseRates(
  names: readonly RatesName[],
  find: (name: RatesName) => RatesRecord | undefined,
): Rates {
  for (const name of names) {
    const found = find(name);
    if (found === undefined) continue;
    const { marginRatio, marginCallRate, forceCloseRate } = found;
    return { marginRatio, marginCallRate, forceCloseRate };
  }
  return fullyPaid;
}

/** Where the rates of an instrument may have been set: for itself, its product, its group. */
export function ratesNamesOf({ symbol, exchange }: Pick<Instrument, "symbol" | "exchange">): RatesName[] {
  const future = parseIndexFutureCode(symbol);
  return [
    { level: "symbol", name: symbol },
    ...(future === undefined ? [] : [{ level: "product", name: productCodeOf(future) } as const]),
    { level: "group", name: productGroupOf(exchange) },
  ];
}
