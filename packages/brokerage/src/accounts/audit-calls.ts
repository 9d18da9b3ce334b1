/** The audit entries of margin calls: one for each episode that a change leaves in another state. */
import type { AccountState, AuditDraft, EpisodeRecord } from "../ports/index.ts";
import type { Services } from "../services.ts";
import { type Actor, type CallValues, draftAudit, endAfter } from "./audit.ts";

/** The actor of every call: the rules of margin. */
const rules: Actor = { kind: "watch", name: "margin" };

/** Drafts the entries of calls, after the entries of the change that they follow. */
export async function auditCalls(
  services: Pick<Services, "hash">,
  state: AccountState,
  {
    episodes,
    audits,
    atMs,
  }: { readonly audits: readonly AuditDraft[] } & {
    readonly episodes: readonly EpisodeRecord[];
    readonly atMs: number;
  },
): Promise<readonly AuditDraft[]> {
  const all = [...audits];
  for (const episode of episodes) {
    const { symbol } = episode;
    const before = callValuesOf(
      symbol,
      state.episodes.find((each) => each.symbol === symbol),
    );
    const after = { ...callValuesOf(symbol, episode), openedAtMs: episode.openedAtMs };
    if (areSameCalls(before, after)) continue;
    const origin = { actor: rules, atMs, requestId: "" };
    const end = endAfter(state.account, all);
    all.push(await draftAudit(services, end, origin, { kind: "call", before, after }));
  }
  return all;
}

/** The values of an episode, or those before the first one. */
export function callValuesOf(symbol: string, episode: EpisodeRecord | undefined): CallValues {
  if (episode === undefined) {
    return { symbol, callNumber: 0, isOpen: false, isForceCloseNotified: false, remindedHours: 0 };
  }
  const { number, isOpen, isForceCloseNotified, reminder, openedAtMs } = episode;
  return {
    symbol,
    callNumber: Number(number),
    isOpen,
    isForceCloseNotified: isForceCloseNotified,
    remindedHours: Number(reminder),
    openedAtMs,
  };
}

export function areSameCalls(one: CallValues, other: CallValues): boolean {
  return (
    one.callNumber === other.callNumber &&
    one.isOpen === other.isOpen &&
    one.isForceCloseNotified === other.isForceCloseNotified &&
    one.remindedHours === other.remindedHours &&
    one.openedAtMs === other.openedAtMs
  );
}
