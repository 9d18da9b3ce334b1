import { type CatalogLine, importCatalog } from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";

/** Lists the one stock that positions are held in. */
export async function listCrashStock(store: Store): Promise<void> {
  const outcome = await importCatalog({ store, now: () => Date.now() }, makeLines());
  if (outcome.kind === "refused") throw new Error(outcome.faults.map(({ fault }) => fault).join("; "));
}

async function* makeLines(): AsyncGenerator<CatalogLine> {
  const record = {
    symbol: "CRASH",
    exchange: "HOSE",
    type: "stock",
    name: "CRASH",
    companyName: "Công ty Cổ phần Va chạm",
    sectorLevel1: "Công nghiệp",
    referencePrice: 20_000n,
    lot: 100n,
    minQuantity: 100n,
    maxQuantity: 500_000n,
  };
  yield { line: 2, record };
}
