/** The market and the accounts at the beginning, made once by the use cases and copied for each run. */
import {
  type CatalogLine,
  importCatalog,
  moveCash,
  openAccount,
  type Services,
  setPosition,
  setRates,
} from "@trading-oms/brokerage";
import type { AccountKey, RatesRecord } from "@trading-oms/brokerage/ports";
import { emptyContent, type MemoryContent, openMemoryStore } from "@trading-oms/store/memory";
import { digestOf } from "./digest.ts";
import { beginMs } from "./world.ts";

/** The first two are traded; of the last one only reference prices are sent. */
export const symbols = ["FPT", "VNM", "REF"] as const;

/** 85,000: a position that was entered at 100,000 is called from 83,300 down, force-closed from 80,600 down, recovered from 89,300 up. */
export const referencePrice = 85_000_000n;

/** The accounts, with what they hold. One user has two, so that commits of both number notifications of one list. */
export const accounts: readonly (AccountKey & { readonly held: readonly string[] })[] = [
  { userId: "u1", accountId: "A1", held: ["FPT", "VNM"] },
  { userId: "u1", accountId: "A2", held: ["FPT"] },
  { userId: "u2", accountId: "B1", held: ["FPT", "REF"] },
  { userId: "u3", accountId: "C1", held: ["VNM"] },
];

export const userIds: readonly string[] = [...new Set(accounts.map(({ userId }) => userId))];

/** Rates with this rate of calls. */
export function ratesWith(marginCallRate: bigint): Omit<RatesRecord, "level" | "name" | "changedAtMs"> {
  return { marginRatio: 500_000n, marginCallRate, forceCloseRate: 380_000n };
}

let made: Promise<MemoryContent> | undefined;

/** A copy of the content. */
export async function copyContent(): Promise<MemoryContent> {
  made ??= makeContent();
  return structuredClone(await made);
}

async function makeContent(): Promise<MemoryContent> {
  const content = emptyContent();
  let ids = 0;
  const services: Services = {
    store: openMemoryStore(content, () => beginMs),
    now: () => beginMs - 60_000,
    makeId: () => `id-${++ids}`,
    hash: async (text) => digestOf(text),
  };
  need(await importCatalog(services, listLines()));
  for (const name of symbols)
    need(await setRates(services, { level: "symbol", name, rates: ratesWith(400_000n) }));
  for (const { held, ...key } of accounts) {
    need(await openAccount(services, key));
    need(await moveCash(services, { key, kind: "deposit", amountVnd: 70_000_000n * BigInt(held.length) }));
    for (const symbol of held)
      need(
        await setPosition(
          services,
          { ...key, symbol },
          { quantity: 1_000n, price: 100_000_000n },
          { isConfirmed: true },
        ),
      );
  }
  return content;
}

async function* listLines(): AsyncGenerator<CatalogLine> {
  for (const [index, symbol] of symbols.entries()) {
    const names = { symbol, name: symbol, companyName: symbol };
    const lots = { lot: 100n, minQuantity: 100n, maxQuantity: 500_000n };
    yield { line: index + 2, record: { ...names, exchange: "HOSE", type: "stock", referencePrice, ...lots } };
  }
}

function need(outcome: { readonly kind: string }): void {
  if (outcome.kind !== "done") throw new Error(JSON.stringify(outcome));
}
