import {
  type AuditEntry,
  readAuditEntry,
  type Services,
  valueAccount,
  verifyAudit,
} from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import type { RacedAccount } from "./raced-account.ts";
import type { RacedPosition } from "./raced-position.ts";

/** What is left of a race, and where an audit is not whole. */
export type LeftAccounts = { readonly accounts: readonly RacedAccount[]; readonly faults: readonly string[] };

const entriesInPart = 1_000;

/** Reads the accounts as the service itself would value them, and looks through their audits link by link. */
export async function readRacedAccounts(
  services: Services,
  positions: readonly RacedPosition[],
): Promise<LeftAccounts> {
  const accounts: RacedAccount[] = [];
  const faults: string[] = [];
  for (const [accountId, held] of Map.groupBy(positions, (each) => each.accountId)) {
    const key = { userId: held[0]?.userId ?? "", accountId };
    const state = await services.store.readAccount(key);
    if (state === undefined) throw new Error(`The account ${accountId} is gone.`);
    const { figures } = await valueAccount(services, state.account, state.positions);
    const verdict = await verifyAudit(services, key);
    if (verdict.kind === "refused") faults.push(verdict.message);
    if (verdict.kind === "broken")
      faults.push(`the audit of ${accountId} is broken at ${verdict.place}: ${verdict.why}`);
    const coveredVnd = new Map(state.positions.map((each) => [each.symbol, each.coveredVnd]));
    accounts.push({ accountId, ...figures, coveredVnd, entries: await readEntries(services, key, faults) });
  }
  return { accounts, faults };
}

async function readEntries({ store }: Services, key: AccountKey, faults: string[]): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (let place = 0; ; ) {
    const part = await store.listAudits(key, { after: place, limit: entriesInPart });
    for (const record of part) {
      place = record.place;
      const entry = readAuditEntry(record.entry);
      if (entry === undefined)
        faults.push(`${key.accountId} has an entry that can't be read: ${record.entry}`);
      else entries.push(entry);
    }
    if (part.length < entriesInPart) return entries;
  }
}
