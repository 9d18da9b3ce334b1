import { join } from "node:path";
import { readInstrument } from "@trading-oms/brokerage";
import { openSqliteStore } from "@trading-oms/store";

/** A share, and its reference price in VND. */
export type Stock = { readonly symbol: string; readonly referencePrice: number };

/** The shares on HOSE in the store of a data folder. */
export async function listStocks(dataFolder: string): Promise<readonly Stock[]> {
  const store = await openSqliteStore({ path: join(dataFolder, "oms.sqlite") });
  const entries = await store.listInstruments({ after: undefined, limit: 10_000 });
  await store.close();
  return entries
    .map(readInstrument)
    .filter(({ exchange, type }) => exchange === "HOSE" && type === "stock")
    .map(({ symbol, referencePrice }) => ({ symbol, referencePrice: Number(referencePrice) / 1_000 }));
}
