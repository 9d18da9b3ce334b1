import type { Store } from "@trading-oms/brokerage/ports";
import { listRecords, makeRecord } from "../ground/accounts.ts";

/** Lists the stock that positions are held in, and the one that is covered. */
export async function listCrashStock(store: Store): Promise<void> {
  const changedAtMs = Date.now();
  const records = [heldSymbol, coveredStock.symbol].map((symbol) =>
    makeRecord(symbol, { referencePrice: coveredStock.markPrice }),
  );
  await listRecords({ store, now: () => changedAtMs }, records);
  await store.setRates({ level: "symbol", name: coveredStock.symbol, ...coveredStock.rates, changedAtMs });
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
