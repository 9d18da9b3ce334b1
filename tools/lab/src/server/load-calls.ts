/** Fills a store with accounts of which half have an open call: one commit each, since operations would take minutes. */
import { join } from "node:path";
import { moveCash, shardOf } from "@trading-oms/brokerage";
import type { Change } from "@trading-oms/brokerage/ports";
import { runOms } from "@trading-oms/scratch";
import { openSqliteStore } from "@trading-oms/store";
import { makeServices, need } from "../harness/accounts.ts";
import { listStocks, type Stock } from "../harness/stocks.ts";

const accountCount = 20_000;
export const callCount = 10_001;
/** Entries of the longest audit chain. */
const movementCount = 2_000;
const commitsAtOnce = 500;
const dayMs = 86_400_000;
const equityVnd = 100_000_000_000n;

/** The account with the longest audit chain. */
export const longChain = "LONG-0";

/** Loads the demonstration, and then the accounts. */
export async function loadCalls(folder: string): Promise<void> {
  const settings = { DATA_DIR: folder };
  await runOms(settings, "db", "migrate");
  await runOms(settings, "demo", "load");
  const stocks = await listStocks(folder);
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite"), durability: "none" });
  const nowMs = Date.now();
  for (let first = 0; first < accountCount; first += commitsAtOnce) {
    const part = Array.from({ length: commitsAtOnce }, (_, place) => accountAt(first + place, stocks, nowMs));
    await Promise.all(part.map((change) => store.commit(change)));
  }
  const services = makeServices(store);
  const key = { userId: "long-0", accountId: longChain };
  await store.commit({
    ...accountAt(accountCount, stocks, nowMs),
    key,
    shard: shardOf(key.userId),
    equityVnd: 0n,
  });
  for (let place = 0; place < movementCount; place += 1)
    need(await moveCash(services, { key, kind: "deposit", amountVnd: 1_000n }));
  await store.close();
}

/** An account; the first ones hold a position whose entry is so high that no price of a day covers it. */
function accountAt(place: number, stocks: readonly Stock[], nowMs: number): Change {
  const key = { userId: `many-${place}`, accountId: `MANY-${place}` };
  const stock = stocks[place % stocks.length] as Stock;
  const openedAtMs = nowMs - (place % 5) * dayMs - (place % 997) * 1_000;
  const quantity = 100 * (1 + (place % 50));
  // The watch leaves a call open whose deal ratio is below 0.44.
  const entryVnd = BigInt(Math.round(stock.referencePrice * quantity * (1.3 + (place % 97) / 400)));
  const { symbol } = stock;
  const times = { openedAtMs, changedAtMs: openedAtMs };
  const isCalled = place < callCount;
  return {
    key,
    expectedVersion: 0,
    shard: shardOf(key.userId),
    atMs: openedAtMs,
    equityVnd,
    positions: isCalled
      ? [
          {
            ...{ symbol, quantity: BigInt(quantity), entryVnd, postedVnd: entryVnd / 2n, coveredVnd: 0n },
            ...{ isClosing: false, ...times },
          },
        ]
      : [],
    closedSymbols: [],
    episodes: isCalled
      ? [{ symbol, number: 1n, isOpen: true, isForceCloseNotified: true, reminder: 1_000n, openedAtMs }]
      : [],
    audits: [],
    notifications: [],
  };
}
