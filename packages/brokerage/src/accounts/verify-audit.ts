/** Verifies a chain of audit entries, and what it explains. */
import type { AccountKey, AccountState } from "../ports/index.ts";
import type { Refusal } from "../services.ts";
import { hashAudit, readAuditEntry } from "./audit.ts";
import type { AuditedState, VerifyServices } from "./audited-state.ts";
import { isReservedChain, missingChain } from "./chains.ts";
import { AuditedAccount } from "./verify-account.ts";
import { auditedChains } from "./verify-reserved.ts";

/** The result of an audit check. `place` is that of the first broken link. */
export type AuditVerdict =
  | { readonly kind: "whole"; readonly count: number }
  | { readonly kind: "broken"; readonly place: number; readonly why: string };

const entriesInPart = 1_000;

/** How many entries are verified before other work may run: a few milliseconds. */
const entriesInTurn = 50;

/**
 * Verifies the chain of an account, and compares equity, positions, calls, contacts and movements with it; those of rates, prices
 * and the catalog with the rates, the prices by hand, and the catalog and the holidays in force.
 */
export async function verifyAudit(
  services: VerifyServices,
  key: AccountKey,
): Promise<AuditVerdict | Refusal> {
  const state = await services.store.readAccount(key);
  if (state === undefined) return missingChain(key) ?? verifyUnopened(services, key);
  const { auditCount, auditHash } = state.account;
  const audited = auditedOf(key, state);
  let place = 0;
  let hash = "";
  // Entries added after the account was read are left to the next check.
  while (place < auditCount) {
    const limit = Math.min(entriesInPart, auditCount - place);
    const part = await services.store.listAudits(key, { after: place, limit });
    if (part.length === 0 && place === 0)
      return broken(1, `All entries are missing, and the account counts ${state.account.auditCount}.`);
    if (part.length === 0) return broken(place + 1, "The entry is missing.");
    for (const record of part) {
      place += 1;
      if (record.place !== place) return broken(place, "The entry is missing.");
      hash = await hashAudit(services, hash, record.entry);
      if (record.hash !== hash) return broken(place, "The hash is not that of the entry and the one before.");
      const entry = readAuditEntry(record.entry);
      if (entry === undefined) return broken(place, "The entry is not written as entries are.");
      if (entry.place !== place || entry.chain !== key.accountId) {
        return broken(place, "The entry belongs to another place or account.");
      }
      const misfit = audited.apply(entry);
      if (misfit !== undefined) return broken(place, misfit);
      if (place % entriesInTurn === 0) await services.yieldToEventLoop?.();
    }
    await services.yieldToEventLoop?.();
  }
  if (auditHash !== hash) return broken(place, "The account keeps another hash than the last entry's.");
  const mismatch = audited.findMismatch?.();
  if (mismatch !== undefined) return broken(place, mismatch);
  return verifyLater(services, key, audited, place);
}

function auditedOf({ accountId }: AccountKey, state: AccountState): AuditedState {
  return isReservedChain(accountId) ? new auditedChains[accountId]() : new AuditedAccount(state);
}

/** Compares what is read after the account and its entries. What was changed meanwhile is left to the next check. */
async function verifyLater(
  services: VerifyServices,
  key: AccountKey,
  audited: AuditedState,
  place: number,
): Promise<AuditVerdict> {
  const { store } = services;
  const [beyond] = await store.listAudits(key, { after: place, limit: 1 });
  const mismatch = await audited.findMismatchInStore(services);
  if (beyond === undefined && mismatch === undefined) return { kind: "whole", count: place };
  const now = await store.readAccount(key);
  if ((now?.account.auditCount ?? 0) !== place) return { kind: "whole", count: place };
  return beyond === undefined
    ? broken(place, mismatch ?? "")
    : broken(beyond.place, "The account does not count this entry.");
}

/** A reserved chain begins with its first entry, so that entries without its account mean that the account was removed. */
async function verifyUnopened(services: VerifyServices, key: AccountKey): Promise<AuditVerdict> {
  const [first] = await services.store.listAudits(key, { after: 0, limit: 1 });
  if (first !== undefined) return broken(first.place, "The account of the entry is missing.");
  if (!isReservedChain(key.accountId)) return { kind: "whole", count: 0 };
  return verifyLater(services, key, new auditedChains[key.accountId](), 0);
}

/** A chain without entries breaks at its first place. */
function broken(place: number, why: string): AuditVerdict {
  return place === 0
    ? { kind: "broken", place: 1, why: `The chain has no entries. ${why}` }
    : { kind: "broken", place, why };
}
