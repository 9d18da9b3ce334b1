/** Verifies a chain of audit entries. */
import { exactJson } from "../exact-json.ts";
import type { AccountKey, AccountState, ContactRecord } from "../ports/index.ts";
import { readAllRates } from "../reference/book.ts";
import type { Refusal, Services } from "../services.ts";
import { type AuditEntry, hashAudit, readAuditEntry } from "./audit.ts";
import { missingChain, type ReservedChain } from "./chains.ts";
import { AuditedRates } from "./verify-rates.ts";

/** The result of an audit check. `place` is that of the first broken link. */
export type AuditVerdict =
  | { readonly kind: "whole"; readonly count: number }
  | { readonly kind: "broken"; readonly place: number; readonly why: string };

const entriesInPart = 1_000;

/**
 * Verifies the audit chain of an account, and compares its end with the covered amounts, closings and last contacts in force; that of the
 * rates with the rates, of which those from a file are compared by their time alone.
 */
export async function verifyAudit(
  services: Pick<Services, "store" | "hash" | "yieldToEventLoop">,
  key: AccountKey,
): Promise<AuditVerdict | Refusal> {
  const state = await services.store.readAccount(key);
  if (state === undefined) return missingChain(key) ?? verifyUnopened(services, key);
  const left: LeftValues = { coveredVnd: new Map(), isClosing: new Map(), contacts: new Map() };
  const rates = new AuditedRates();
  let place = 0;
  let hash = "";
  // Entries added after the account was read are left to the next check.
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
      if (entry.place !== place || entry.chain !== key.accountId) {
        return broken(place, "The entry belongs to another place or account.");
      }
      if (isLinked(entry) && !follow(left, entry)) {
        const { symbol } = entry.after;
        return broken(place, `The entry does not begin where the one before it left ${symbol}.`);
      }
      if (entry.kind === "rates" && !rates.apply(entry)) {
        return broken(place, `The entry does not begin where the one before it left ${entry.after.name}.`);
      }
    }
    await services.yieldToEventLoop?.();
  }
  const [beyond] = await services.store.listAudits(key, { after: place, limit: 1 });
  const isOfRates = key.accountId === ("rates" satisfies ReservedChain);
  const other = isOfRates ? rates.findMismatch(await readAllRates(services.store)) : undefined;
  if (beyond !== undefined || other !== undefined) {
    // What was changed meanwhile is left to the next check too.
    const now = await services.store.readAccount(key);
    const isChanged = now?.account.auditCount !== place;
    if (beyond !== undefined && !isChanged)
      return broken(beyond.place, "The account does not count this entry.");
    if (other !== undefined && !isChanged) {
      return broken(place, `The rates of ${other} are not those of its last entry.`);
    }
  }
  return checkEnd(state, place, hash, left);
}

/** A reserved chain begins with its first entry, so that entries without its account mean that the account was removed. */
async function verifyUnopened({ store }: Pick<Services, "store">, key: AccountKey): Promise<AuditVerdict> {
  const [first] = await store.listAudits(key, { after: 0, limit: 1 });
  return first === undefined
    ? { kind: "whole", count: 0 }
    : broken(first.place, "The account of the entry is missing.");
}

/** The values of each symbol after its last entry. */
type LeftValues = {
  readonly coveredVnd: Map<string, bigint>;
  readonly isClosing: Map<string, boolean>;
  readonly contacts: Map<string, ContactEntry>;
};

/** Entries that begin where the one before them left their symbol. */
type LinkedEntry = Exclude<AuditEntry, { readonly kind: "cash" | "rates" | "price" | "catalog" }>;

/**
 * Cash has no such link, because results of closed positions change the equity between two movements. Nor have the chains of
 * what belongs to no account, where an entry may stand for a part of a file.
 */
function isLinked(entry: AuditEntry): entry is LinkedEntry {
  return !["cash", "rates", "price", "catalog"].includes(entry.kind);
}

type ContactEntry = AuditEntry & { readonly kind: "contact" };

/** Applies an entry. Returns whether it begins where the one before it left its symbol. */
function follow({ coveredVnd, isClosing, contacts }: LeftValues, entry: LinkedEntry): boolean {
  const { symbol } = entry.after;
  if (entry.before.symbol !== symbol) return false;
  if (entry.kind === "contact") {
    const { callNumber } = entry.after;
    const last = contacts.get(symbol)?.after;
    contacts.set(symbol, entry);
    const left = last?.callNumber === callNumber ? last : { symbol, callNumber };
    return exactJson.write(inOrder(entry.before)) === exactJson.write(inOrder(left));
  }
  if (entry.kind === "closing") {
    if (entry.before.isClosing !== (isClosing.get(symbol) ?? false)) return false;
    isClosing.set(symbol, entry.after.isClosing);
    return true;
  }
  if (entry.before.coveredVnd !== (coveredVnd.get(symbol) ?? 0n)) return false;
  coveredVnd.set(symbol, entry.after.coveredVnd);
  // A released position is gone.
  if (entry.kind === "release") isClosing.delete(symbol);
  return true;
}

function checkEnd(
  { account, positions, episodes }: AccountState,
  place: number,
  hash: string,
  left: LeftValues,
): AuditVerdict {
  if (account.auditHash !== hash)
    return broken(place, "The account keeps another hash than the last entry's.");
  const inForce = new Map(positions.map((position) => [position.symbol, position]));
  for (const symbol of new Set([...inForce.keys(), ...left.coveredVnd.keys(), ...left.isClosing.keys()])) {
    const { coveredVnd = 0n, isClosing = false } = inForce.get(symbol) ?? {};
    if (coveredVnd !== (left.coveredVnd.get(symbol) ?? 0n)) {
      return broken(place, `The covered amount of ${symbol} is not that of its last entry.`);
    }
    if (isClosing !== (left.isClosing.get(symbol) ?? false)) {
      return broken(place, `Whether ${symbol} is being closed is not what its last entry says.`);
    }
  }
  for (const { symbol, number, isOpen, lastContact } of episodes) {
    const entry = left.contacts.get(symbol);
    const last = isOpen && entry?.after.callNumber === Number(number) ? contactOf(entry) : undefined;
    if (exactJson.write(inOrder(lastContact)) !== exactJson.write(inOrder(last)))
      return broken(place, `The last contact about ${symbol} is not that of its last entry.`);
  }
  return { kind: "whole", count: place };
}

function contactOf({ atMs, actor, reason, after }: ContactEntry): ContactRecord {
  const { symbol: _symbol, callNumber: _callNumber, ...contact } = after;
  return { atMs, by: actor.name, note: reason, ...contact };
}

/** The members in the order of their names, so that equal values are written alike. */
function inOrder(values: object = {}): readonly unknown[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function broken(place: number, why: string): AuditVerdict {
  return { kind: "broken", place, why };
}
