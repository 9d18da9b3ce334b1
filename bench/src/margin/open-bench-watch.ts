import { hash, randomUUID } from "node:crypto";
import {
  importCatalog,
  MarginWatch,
  type MarkBook,
  openMarkBook,
  openReferenceBook,
  setRates,
  takeTurns,
} from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";
import { isOnStep, productGroupOf } from "@trading-oms/market";
import { linesOf } from "./lines-of.ts";
import { sessionNow } from "./session-now.ts";

/** A watch as a server has it, with all that it was given under it. */
export type BenchWatch = { readonly watch: MarginWatch; readonly marks: MarkBook };

/** Lists symbols and sets rates, as far as a store does not have them. */
export async function listSymbols(store: Store, symbols: readonly string[]): Promise<void> {
  const services = servicesOf(store);
  const outcome = await importCatalog(services, linesOf(...symbols));
  if (outcome.kind !== "done") throw new Error(JSON.stringify(outcome));
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  await setRates(services, { level: "group", name: productGroupOf("HOSE"), rates });
}

/** Begins to watch what a store holds, and resolves when all of it is under watch. */
export async function openBenchWatch(store: Store): Promise<BenchWatch> {
  const planned = servicesOf(store);
  // A server looks at the store some times a second, and nobody else changes anything here.
  const book = { ...(await openReferenceBook(planned)), atMs: sessionNow };
  const marks = await openMarkBook(planned, {
    isPrice: (symbol, price) => {
      const instrument = book.findInstrument(symbol);
      return instrument !== undefined && isOnStep(instrument, price);
    },
  });
  marks.atMs = sessionNow;
  const inTurn = takeTurns(() => performance.now());
  const services = { ...planned, book, marks, holidays: book.holidays, inTurn };
  const watch = new MarginWatch(services, {
    holder: "bench",
    breathe,
    tellFailure: (thrown) => {
      throw thrown;
    },
  });
  await watch.renew();
  for (let renewedMs = performance.now(); watch.counts().loadingCount > 0; await breathe()) {
    if (performance.now() - renewedMs < 1_000) continue;
    renewedMs = performance.now();
    await watch.renew();
  }
  return { watch, marks };
}

/** Lets whatever waits have its turn. */
export function breathe(): Promise<void> {
  return new Promise((settle) => setImmediate(settle));
}

function servicesOf(store: Store) {
  return {
    store,
    now: sessionNow,
    makeId: randomUUID,
    hash: async (text: string) => hash("sha256", text, "hex"),
  };
}
