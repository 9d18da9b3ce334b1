/** The heads of chains, which are kept outside the store to find chains that were rewritten, cut or removed. */
import type { AccountKey, AccountRecord } from "../ports/index.ts";
import type { Services } from "../services.ts";
import { chainKey } from "./chains.ts";
import type { AuditVerdict } from "./verify-audit.ts";

/** A chain at a time: how many entries it had, and the hash of the last one, empty before the first. */
export type AuditHead = { readonly chain: string; readonly count: number; readonly hash: string };

export function headOf({ accountId, auditCount, auditHash }: AccountRecord): AuditHead {
  return { chain: accountId, count: auditCount, hash: auditHash };
}

const accountsInPart = 1_000;

/** Reads the accounts of all chains in pages, the reserved ones among them. */
export async function* listChains({ store }: Pick<Services, "store">): AsyncGenerator<AccountRecord> {
  let after: AccountKey | undefined;
  for (;;) {
    const part = await store.listAccounts({ after, limit: accountsInPart });
    yield* part;
    if (part.length < accountsInPart) return;
    after = part.at(-1);
  }
}

/** Compares a chain with a head of it that was kept. The chain itself is verified by `verifyAudit`. */
export async function verifyHead(
  services: Pick<Services, "store">,
  { chain, count, hash }: AuditHead,
): Promise<AuditVerdict> {
  const key = await chainKey(services, chain);
  const state = "kind" in key ? undefined : await services.store.readAccount(key);
  if ("kind" in key || state === undefined)
    return broken(count, "A head was kept, and the chain is missing.");
  if (state.account.auditCount < count)
    return broken(state.account.auditCount + 1, `A head of ${count} entries was kept; the rest is missing.`);
  const [entry] = count === 0 ? [] : await services.store.listAudits(key, { after: count - 1, limit: 1 });
  return (entry?.hash ?? "") === hash
    ? { kind: "whole", count }
    : broken(count, "The hash is not that of the head that was kept.");
}

function broken(place: number, why: string): AuditVerdict {
  return { kind: "broken", place, why };
}
