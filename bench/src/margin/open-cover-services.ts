import { hash, randomUUID } from "node:crypto";
import {
  importCatalog,
  moveCash,
  openAccount,
  openMarkBook,
  openReferenceBook,
  type Services,
  setPosition,
  setRates,
  takeTurns,
} from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";
import { keyOf } from "./cover-order-of.ts";
import { linesOf } from "./lines-of.ts";
import { sessionNow } from "./session-now.ts";
import { tradeOf } from "./trade-of.ts";

/** What covers are set with, as a server has it: the catalog, the rates and a heard price at hand. */
export async function openCoverServices(store: Store): Promise<Services> {
  const planned: Services = {
    store,
    now: sessionNow,
    makeId: randomUUID,
    hash: async (text) => hash("sha256", text, "hex"),
  };
  await importCatalog(planned, linesOf("FPT"));
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  await setRates(planned, { level: "symbol", name: "FPT", rates });
  // A server looks at the store some times a second, and nobody else changes anything here.
  const book = { ...(await openReferenceBook(planned)), atMs: sessionNow };
  const told = await openMarkBook(planned);
  told.hear([tradeOf("FPT", 100_000_000n, sessionNow())]);
  await told.save();
  const marks: Services["marks"] = {
    isAlwaysTrading: told.isAlwaysTrading,
    markOf: (symbol) => told.markOf(symbol),
    isHalted: (symbol) => told.isHalted(symbol),
    // A price stands as long as its feed is heard, and here it is always heard.
    heardAtMs: sessionNow,
    atMs: sessionNow,
  };
  const inTurn = takeTurns(() => performance.now());
  return { ...planned, book, marks, holidays: book.holidays, inTurn };
}

/** Opens an account for each writer, with cash and a position that a cover can be raised and lowered on. */
export async function openCoverAccounts(services: Services, writers: number): Promise<void> {
  for (let writer = 0; writer < writers; writer += 1) {
    const key = keyOf(writer);
    await openAccount(services, key);
    await moveCash(services, { key, kind: "deposit", amountVnd: 80_000_000n });
    const entry = { quantity: 1_000n, price: 100_000_000n };
    const set = await setPosition(services, { ...key, symbol: "FPT" }, entry);
    if (set.kind !== "done") throw new Error(set.message);
  }
}
