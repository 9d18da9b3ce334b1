import { type CatalogLine, importCatalog } from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";
import { coveredStock } from "./covered-stock.ts";
import { heldSymbol } from "./held-symbol.ts";

/** Lists the stock that positions are held in, and the one that is covered. */
export async function listCrashStock(store: Store): Promise<void> {
  const services = { store, now: () => Date.now() };
  const outcome = await importCatalog(services, makeLines());
  if (outcome.kind === "refused") throw new Error(outcome.faults.map(({ fault }) => fault).join("; "));
  await store.setRates({
    level: "symbol",
    name: coveredStock.symbol,
    ...coveredStock.rates,
    changedAtMs: services.now(),
  });
}

async function* makeLines(): AsyncGenerator<CatalogLine> {
  for (const [index, symbol] of [heldSymbol, coveredStock.symbol].entries()) {
    const record = {
      symbol,
      exchange: "HOSE",
      type: "stock",
      name: symbol,
      companyName: "Công ty Cổ phần Va chạm",
      sectorLevel1: "Công nghiệp",
      referencePrice: 20_000n,
      lot: 100n,
      minQuantity: 100n,
      maxQuantity: 500_000n,
    };
    yield { line: 2 + index, record };
  }
}
