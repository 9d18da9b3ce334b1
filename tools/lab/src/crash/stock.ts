import { createHash } from "node:crypto";
import { type CatalogLine, importCatalog } from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";

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

/**
 * What is covered: bought at 30 and marked at 20, so that each opening is called, and told that it will be closed as
 * well. Its rates are in millionths, its prices in thousandths.
 */
export const coveredStock = {
  symbol: "COVER",
  quantity: 1_000_000n,
  entryPrice: 30_000n,
  markPrice: 20_000n,
  rates: { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n },
  /** Four tenths of the 20,000,000 VND it is worth, of which 15,000,000 were posted and 10,000,000 are lost again. */
  neededVnd: 3_000_000n,
} as const;

/** What positions are set, reduced and closed in, beside the one that is covered. */
export const heldSymbol = "CRASH";

/** The SHA-256 of a text, in hexadecimal digits. */
export async function hashText(text: string): Promise<string> {
  return createHash("sha256").update(text).digest("hex");
}
