import {
  type CatalogLine,
  importCatalog,
  type RatesSetting,
  setHolidays as replaceHolidays,
  type Services,
  setRates,
} from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";

/** The services of a use case, with a fixed clock and a fixed id. */
export function makeServices(store: Store): Services {
  return { store, now: () => 1_000, makeId: () => "TX-1", hash: async (text) => text };
}

/** Replaces the catalog by HOSE stocks with these symbols. */
export async function importSymbols(
  store: Store,
  symbols: readonly string[],
  services = makeServices(store),
): Promise<void> {
  const imported = await importCatalog(services, linesOf(symbols));
  if (imported.kind !== "done") throw new Error(JSON.stringify(imported));
}

/** Sets the rates of the group STO. */
export async function setGroupRates(
  store: Store,
  marginRatio: bigint,
  { isLendingEnded }: Pick<RatesSetting, "isLendingEnded"> = {},
): Promise<void> {
  const rates = { marginRatio, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  const set = await setRates(makeServices(store), { level: "group", name: "STO", rates, isLendingEnded });
  if (set.code !== undefined) throw new Error(set.message);
}

/** Replaces the holidays. */
export async function setHolidays(store: Store, dates: readonly string[]): Promise<void> {
  const set = await replaceHolidays(makeServices(store), dates);
  if (set.kind !== "done") throw new Error(set.message);
}

async function* linesOf(symbols: readonly string[]): AsyncGenerator<CatalogLine> {
  for (const [index, symbol] of symbols.entries()) {
    const record = {
      symbol,
      exchange: "HOSE",
      type: "stock",
      name: symbol,
      companyName: `Công ty Cổ phần ${symbol}`,
      referencePrice: 80_000_000n,
      lot: 100n,
      minQuantity: 100n,
      maxQuantity: 500_000n,
    } as const;
    yield { line: index + 2, record };
  }
}
