import type { Rates } from "@trading-oms/margin";
import { type Instrument, parseIndexFutureCode, productCodeOf, productGroupOf } from "@trading-oms/market";
import type { RatesName, RatesRecord } from "../ports/index.ts";
import type { Services } from "../services.ts";

/** Fully paid and never called: the default without rates. */
const fullyPaid: Rates = { marginRatio: 1_000_000n, marginCallRate: 0n, forceCloseRate: 0n };

/** Takes the first existing rates, so that all three come from one level. */
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

/** The scopes of an instrument's rates in order: the symbol, its product, its group. */
export function ratesNamesOf({ symbol, exchange }: Pick<Instrument, "symbol" | "exchange">): RatesName[] {
  const future = parseIndexFutureCode(symbol);
  return [
    { level: "symbol", name: symbol },
    ...(future === undefined ? [] : [{ level: "product", name: productCodeOf(future) } as const]),
    { level: "group", name: productGroupOf(exchange) },
  ];
}

/**
 * The rates in force for an instrument: its own, else its product's, else its group's; all three from one
 * level.
 */
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
