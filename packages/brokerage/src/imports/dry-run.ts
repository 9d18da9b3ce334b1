/** Services that decide and write nothing, so that a file can be checked before its first row is written. */
import { stateAfter } from "../accounts/accounts.ts";
import type { AccountState, Change, CommitOutcome, Store } from "../ports/index.ts";
import { withPrices } from "../quotes/symbol-facts.ts";
import type { Services } from "../services.ts";

/**
 * Services over the same store whose commits stay in memory. Later decisions rest on them, as those about the rows of a file
 * rest on the rows before. Notifications, audits and outcomes are not kept.
 */
export function dryRunOf(services: Services): Services {
  const { store } = services;
  const changed = new Map<string, AccountState>();
  const readAccount: Store["readAccount"] = async (key) => {
    const state = changed.get(key.accountId);
    if (state === undefined) return store.readAccount(key);
    if (state.account.userId !== key.userId) return undefined;
    return (await withPrices(services, [state]))[0];
  };
  const findOwner: Store["findOwner"] = async (accountId) =>
    changed.get(accountId)?.account.userId ?? store.findOwner(accountId);
  const commit: Store["commit"] = async (change) => {
    const { accountId } = change.key;
    const isTaken = change.expectedVersion === 0 && (await findOwner(accountId)) !== undefined;
    const state = await readAccount(change.key);
    if (isTaken || (state?.account.version ?? 0) !== change.expectedVersion) return "version-moved";
    const before = state ?? { ...emptyState(change), versions: await store.readVersions() };
    changed.set(accountId, stateAfter(before, change));
    return "committed" satisfies CommitOutcome;
  };
  return {
    ...services,
    store: Object.assign(Object.create(store) as Store, { readAccount, findOwner, commit }),
    hash: async () => "",
    onCommitted: undefined,
    inTurn: undefined,
  };
}

function emptyState({ key, atMs }: Change): Omit<AccountState, "versions"> {
  const audit = { auditCount: 0, auditHash: "" };
  const account = { ...key, version: 0, equityVnd: 0n, openedAtMs: atMs, changedAtMs: atMs, ...audit };
  return { account, positions: [], episodes: [], notificationCount: 0 };
}
