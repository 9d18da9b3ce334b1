import { readAuditEntry } from "./audit-entry.ts";
import { hashAudit } from "./hash-audit.ts";
import type { AccountKey, AccountState } from "./ports/index.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Services } from "./services.ts";

/** What looking through an audit has come to; `place` is that of the first link that does not hold. */
export type AuditVerdict =
  | { readonly kind: "whole"; readonly count: number }
  | { readonly kind: "broken"; readonly place: number; readonly why: string };

const entriesInPart = 1_000;

/** Looks through the audit of an account, link by link, and holds its end against the covered amounts in force. */
export async function verifyAudit(
  services: Pick<Services, "store" | "hash">,
  key: AccountKey,
): Promise<AuditVerdict | Refusal> {
  const state = await services.store.readAccount(key);
  if (state === undefined) {
    return refuse("no-such-account", `There is no account ${key.accountId} of this user.`);
  }
  const coveredVnd = new Map<string, bigint>();
  let place = 0;
  let hash = "";
  // Entries that came after the account was read belong to the next look.
  while (place < state.account.auditCount) {
    const limit = Math.min(entriesInPart, state.account.auditCount - place);
    const part = await services.store.listAudits(key, { after: place, limit });
    if (part.length === 0) return broken(place + 1, "The entry is missing.");
    for (const record of part) {
      place += 1;
      if (record.place !== place) return broken(place, "The entry is missing.");
      hash = await hashAudit(services, hash, record.entry);
      if (record.hash !== hash) return broken(place, "The hash is not that of the entry and the one before.");
      const entry = readAuditEntry(record.entry);
      if (entry === undefined) return broken(place, "The entry is not written as entries are.");
      if (entry.place !== place || entry.accountId !== key.accountId) {
        return broken(place, "The entry belongs to another place or account.");
      }
      if (entry.fromVnd !== (coveredVnd.get(entry.symbol) ?? 0n)) {
        return broken(place, `The entry does not begin where the one before it left ${entry.symbol}.`);
      }
      coveredVnd.set(entry.symbol, entry.toVnd);
    }
  }
  const [beyond] = await services.store.listAudits(key, { after: place, limit: 1 });
  if (beyond !== undefined) {
    const now = await services.store.readAccount(key);
    if (now?.account.auditCount === place)
      return broken(beyond.place, "The account does not count this entry.");
  }
  return judgeEnd(state, place, hash, coveredVnd);
}

function judgeEnd(
  { account, positions }: AccountState,
  place: number,
  hash: string,
  coveredVnd: ReadonlyMap<string, bigint>,
): AuditVerdict {
  if (account.auditHash !== hash)
    return broken(place, "The account keeps another hash than the last entry's.");
  const inForce = new Map(positions.map((position) => [position.symbol, position.coveredVnd]));
  for (const symbol of new Set([...inForce.keys(), ...coveredVnd.keys()])) {
    if ((inForce.get(symbol) ?? 0n) !== (coveredVnd.get(symbol) ?? 0n)) {
      return broken(place, `The covered amount of ${symbol} is not that of its last entry.`);
    }
  }
  return { kind: "whole", count: place };
}

function broken(place: number, why: string): AuditVerdict {
  return { kind: "broken", place, why };
}
