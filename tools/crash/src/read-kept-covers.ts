import { readAuditEntry, type Services, verifyAudit } from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import type { KeptCover } from "./kept-cover.ts";
import { stateOfCover } from "./state-of-cover.ts";

const entriesInPart = 1_000;

/** Reads what a store holds of covers, by account, and looks through each audit link by link. */
export async function readKeptCovers(services: Services): Promise<Map<string, KeptCover>> {
  const kept = new Map<string, KeptCover>();
  for (const { userId, accountId } of await services.store.listAccounts({ limit: 1_000 })) {
    const key = { userId, accountId };
    const state = stateOfCover(await services.store.readAccount(key));
    const verdict = await verifyAudit(services, key);
    if (verdict.kind === "refused") throw new Error(verdict.message);
    const entries = await readEntries(services, key);
    kept.set(accountId, { state, verdict, entries });
  }
  return kept;
}

async function readEntries({ store }: Services, key: AccountKey): Promise<KeptCover["entries"]> {
  const entries: KeptCover["entries"][number][] = [];
  for (let place = 0; ; ) {
    const part = await store.listAudits(key, { after: place, limit: entriesInPart });
    for (const record of part) {
      place = record.place;
      // What can't be read is told by the verdict.
      const entry = readAuditEntry(record.entry);
      if (entry !== undefined) entries.push(entry);
    }
    if (part.length < entriesInPart) return entries;
  }
}
