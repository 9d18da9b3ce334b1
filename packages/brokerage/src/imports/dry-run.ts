/** Services that decide and write nothing, so that a file can be judged before its first row is written. */
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
    changed.set(
      accountId,
      after(state ?? { ...emptyState(change), versions: await store.readVersions() }, change),
    );
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

function after(state: AccountState, change: Change): AccountState {
  const { account, positions, episodes } = state;
  const isReplaced = new Set([...change.closedSymbols, ...change.positions.map(({ symbol }) => symbol)]);
  const isNew = new Set(change.episodes.map(({ symbol }) => symbol));
  return {
    ...state,
    account: {
      ...account,
      version: account.version + 1,
      equityVnd: change.equityVnd,
      changedAtMs: change.atMs,
    },
    positions: [...positions.filter(({ symbol }) => !isReplaced.has(symbol)), ...change.positions],
    episodes: [...episodes.filter(({ symbol }) => !isNew.has(symbol)), ...change.episodes],
    notificationCount: state.notificationCount + change.notifications.length,
  };
}
