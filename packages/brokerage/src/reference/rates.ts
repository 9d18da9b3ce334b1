import type { Rates } from "@trading-oms/margin";
import { type Instrument, parseFutureCode, productGroupOf } from "@trading-oms/market";
import type { RatesName, RatesRecord } from "../ports/index.ts";
import type { ReferenceBook, Services } from "../services.ts";
import { findInstrument } from "./catalog.ts";

/** Rates and their scope. All three rates are set together. */
export type RatesSetting = RatesName & {
  readonly rates: Rates;
  /** Whether lending ends on them, or begins again. If omitted, that stays as it is. */
  readonly isLendingEnded?: boolean | undefined;
};

/** Fully paid and never called: the default without rates, and for a position whose instrument is no longer listed. */
export const fullyPaid: Rates = { marginRatio: 1_000_000n, marginCallRate: 0n, forceCloseRate: 0n };

/** Takes the first existing rates, so that all three come from one level. */
export function chooseRates(
  names: readonly RatesName[],
  find: (name: RatesName) => Rates | undefined,
): Rates {
  for (const name of names) {
    const found = find(name);
    if (found !== undefined) return ratesOf(found);
  }
  return fullyPaid;
}

export function ratesOf({ marginRatio, marginCallRate, forceCloseRate }: Rates): Rates {
  return { marginRatio, marginCallRate, forceCloseRate };
}

/** The scopes of an instrument's rates in order: the symbol, its product, its group. */
export function ratesNamesOf({ symbol, exchange }: Pick<Instrument, "symbol" | "exchange">): RatesName[] {
  const future = parseFutureCode(symbol);
  return [
    { level: "symbol", name: symbol },
    ...(future === undefined ? [] : [{ level: "product", name: future.product.code } as const]),
    { level: "group", name: productGroupOf(exchange) },
  ];
}

/**
 * The rates in force for an instrument: its own, else its product's, else its group's; all three from one
 * level.
 */
export async function readEffectiveRates(
  services: Pick<Services, "store">,
  instrument: Instrument,
): Promise<Rates> {
  return (await readLendingTerms(services, instrument)).rates;
}

/** The rates in force for an instrument, and whether no position is opened or increased on them. */
export async function readLendingTerms(
  services: Pick<Services, "store">,
  instrument: Instrument,
): Promise<{ readonly rates: Rates; readonly isLendingEnded: boolean }> {
  const [record] = await readRatesOf(services, instrument);
  return { rates: record ? ratesOf(record) : fullyPaid, isLendingEnded: record?.isLendingEnded === true };
}

/** The records that hold rates for an instrument, the one in force first. */
export async function readRatesOf(
  { store }: Pick<Services, "store">,
  instrument: Pick<Instrument, "symbol" | "exchange">,
): Promise<RatesRecord[]> {
  const names = ratesNamesOf(instrument);
  const found = await store.readRates(names);
  return names.flatMap(
    ({ level, name }) => found.find((each) => each.level === level && each.name === name) ?? [],
  );
}

/** The instrument listed under a symbol, from memory where this process follows the catalog. */
export async function lookUpInstrument(
  services: Pick<Services, "store"> & { readonly book?: Pick<ReferenceBook, "findInstrument"> | undefined },
  symbol: string,
): Promise<Instrument | undefined> {
  return services.book?.findInstrument(symbol) ?? findInstrument(services, symbol);
}
