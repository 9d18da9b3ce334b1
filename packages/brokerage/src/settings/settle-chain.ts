/** Changes of what belongs to no account. Each is a commit on the account of its chain, with an audit entry. */

import { emptyChange } from "../accounts/accounts.ts";
import { type AuditedChange, type ChangeOrigin, draftAudit, endAfter } from "../accounts/audit.ts";
import { type ReservedChain, reservedUserId } from "../accounts/chains.ts";
import {
  answerOnce,
  checkFailure,
  type Decision,
  type Idempotency,
  settleChange,
} from "../accounts/settle-change.ts";
import type { AccountKey, AccountState, AuditDraft, Change } from "../ports/index.ts";
import type { Refusal, Services } from "../services.ts";

/** Who orders a change of what belongs to no account: by default an operator named oms. */
export type ReferenceOrigin = Partial<ChangeOrigin> & {
  readonly requestId?: string | undefined;
  /** Operators share the keys of a chain, so theirs begin with their `sub`. */
  readonly idempotency?: Idempotency | undefined;
};

/** What is decided about a chain. `entry` is what the audit says about it, and undefined if nothing is changed. */
export type ChainDecision<Answer> = Pick<
  Decision<Answer>,
  "rates" | "marks" | "holidays" | "exDates" | "catalog" | "result"
> & {
  readonly entry?: AuditedChange | readonly AuditedChange[] | undefined;
  readonly outcome: Change["outcome"];
};

/** Decides on a chain and commits, or gives the answer that is kept under the key. The chain begins with its first change. */
export async function settleChain<Answer extends { readonly kind: "done" }>(
  services: Services,
  chain: ReservedChain,
  origin: ReferenceOrigin,
  decide: (state: AccountState, atMs: number) => Promise<ChainDecision<Answer> | Refusal>,
): Promise<Answer | Refusal> {
  const key = { userId: reservedUserId, accountId: chain };
  const { actor = { kind: "operator", name: "oms" }, reason, requestId = services.makeId() } = origin;
  const settle = () =>
    settleChange<Answer>(services, key, async (state, atMs) => {
      const decided = await decide(state, atMs);
      if ("kind" in decided) return decided;
      const { entry = [], ...decision } = decided;
      const by = { actor, reason, requestId, atMs };
      const audits: AuditDraft[] = [];
      for (const each of [entry].flat())
        audits.push(await draftAudit(services, endAfter(state.account, audits), by, each));
      return { ...decision, audits };
    });
  let settled = await settle();
  if (settled.kind === "refused" && settled.code === "no_such_account") {
    settled = (await openChain(services, key)) ?? (await settle());
  }
  return answerOnce(services, { ...key, ...origin }, settled);
}

/** Opens a chain. A process that opens it at the same time opens the same. */
async function openChain(services: Services, key: AccountKey): Promise<Refusal | undefined> {
  try {
    await services.store.commit(emptyChange(key, services.now()));
    return undefined;
  } catch (failure) {
    return checkFailure(key, failure);
  }
}
