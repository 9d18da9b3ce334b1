import { join } from "node:path";
import { openSqliteStore } from "@trading-oms/store";

const total = { quantity: 300, turnover: "7500000000", tradeCount: 3 };
const level = { price: "25000000", quantity: 100 };
const levels = Array.from({ length: 10 }, () => level);

/** What a day of trading leaves behind of a symbol. */
const snapshot = JSON.stringify({
  date: "2026-11-18",
  referencePrice: "25000000",
  session: "continuous",
  isHalted: false,
  lastPrice: "25000000",
  lastQuantity: 100,
  openPrice: "25000000",
  highPrice: "25000000",
  lowPrice: "25000000",
  total,
  bought: total,
  sold: total,
  depth: { seq: 9, atMs: 1_763_432_000_000, bids: levels, asks: levels },
  news: [],
  quotedSeq: 8,
  quotedAtMs: 1_763_432_000_000,
});

/** Puts a quote of each symbol into the store of a data folder, as a server that was there before has. */
export async function writeQuotes(dataFolder: string, symbols: readonly string[]): Promise<void> {
  const store = await openSqliteStore({ path: join(dataFolder, "oms.sqlite") });
  await store.saveQuotes(symbols.map((symbol) => ({ symbol, atMs: 1_763_432_000_000, seq: 9, snapshot })));
  await store.close();
}
