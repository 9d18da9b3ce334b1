import { type CatalogLine, importCatalog, type Services, setRates } from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";

/** The services of a use case, with a fixed clock and a fixed id. */
export function makeServices(store: Store): Services {
  return { store, now: () => 1_000, makeId: () => "TX-1", hash: async (text) => text };
}

/** Replaces the catalog by HOSE stocks with these symbols. */
export async function importSymbols(store: Store, symbols: readonly string[]): Promise<void> {
  const imported = await importCatalog(makeServices(store), linesOf(symbols));
  if (imported.kind !== "done") throw new Error(JSON.stringify(imported));
}

/** Sets the rates of the group STO. */
export async function setGroupRates(store: Store, marginRatio: bigint): Promise<void> {
  const rates = { marginRatio, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  const set = await setRates(makeServices(store), { level: "group", name: "STO", rates });
  if (set.code !== undefined) throw new Error(set.message);
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
