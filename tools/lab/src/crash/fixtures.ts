import type { Store } from "@trading-oms/brokerage/ports";
import { listRecords, makeRecord } from "../harness/accounts.ts";

/** Lists the stock of held positions and the stock of covered ones. */
export async function listCrashFixtures(store: Store): Promise<void> {
  const changedAtMs = Date.now();
  const records = [heldSymbol, coveredStock.symbol].map((symbol) =>
    makeRecord(symbol, { referencePrice: coveredStock.markPrice }),
  );
  await listRecords({ store, now: () => changedAtMs }, records);
  await store.setRates({ level: "symbol", name: coveredStock.symbol, ...coveredStock.rates, changedAtMs });
}

/**
 * The covered position: bought at 30 and marked at 20, so that each opening sends a margin call and a force close.
 * Rates are in millionths, prices in thousandths.
 */
export const coveredStock = {
  symbol: "COVER",
  quantity: 1_000_000n,
  entryPrice: 30_000n,
  markPrice: 20_000n,
  rates: { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n },
  /** Four tenths of the market value of 20,000,000 VND, less the posted 15,000,000, plus the loss of 10,000,000. */
  neededVnd: 3_000_000n,
} as const;

/** The stock of positions that are set, reduced and closed. */
export const heldSymbol = "CRASH";
