import { checkNames } from "../names.ts";
import type { AccountKey, AccountState, Change } from "../ports/index.ts";
import { type Refusal, refuse, type Services } from "../services.ts";
import { chainKey, isReservedChain, reservedUserId } from "./chains.ts";

/** Opens an empty account. An account has one owner and is opened once. */
export async function openAccount(
  { store, now }: Services,
  key: AccountKey,
): Promise<{ readonly kind: "done" } | Refusal> {
  const refusal = checkNames(key);
  if (refusal !== undefined) return refusal;
  if (isReservedChain(key.accountId))
    return refuse("name_not_valid", `The account ID ${key.accountId} is reserved; choose another.`);
  const outcome = await store.commit(emptyChange(key, now()));
  if (outcome === "committed") return { kind: "done" };
  const owner = await store.findOwner(key.accountId);
  return owner === key.userId
    ? refuse("account_already_open", `The account ${key.accountId} is open already.`)
    : refuse("account_of_another_user", `The account ${key.accountId} belongs to another user.`);
}

/** The change that opens an empty account, and the beginning of every other change. */
export function emptyChange(key: AccountKey, atMs: number): Change {
  return {
    key,
    expectedVersion: 0,
    shard: shardOf(key.userId),
    atMs,
    equityVnd: 0n,
    positions: [],
    closedSymbols: [],
    episodes: [],
    audits: [],
    notifications: [],
  };
}

/** An account after a change, but for its audits. */
export function stateAfter(state: AccountState, change: Partial<Change>): AccountState {
  const { account, positions, episodes, notificationCount } = state;
  const { equityVnd = account.equityVnd, atMs = account.changedAtMs, closedSymbols = [] } = change;
  return {
    ...state,
    account: { ...account, version: account.version + 1, equityVnd, changedAtMs: atMs },
    positions: replaced(positions, change.positions).filter(({ symbol }) => !closedSymbols.includes(symbol)),
    episodes: replaced(episodes, change.episodes),
    notificationCount: notificationCount + (change.notifications?.length ?? 0),
  };
}

function replaced<Row extends { readonly symbol: string }>(
  rows: readonly Row[],
  news: readonly Row[] = [],
): Row[] {
  return [...rows.filter(({ symbol }) => news.every((each) => each.symbol !== symbol)), ...news];
}

/** The key of an account by its ID alone, for callers that act for every user. */
export async function findAccountKey(
  services: Pick<Services, "store">,
  accountId: string,
): Promise<AccountKey | Refusal> {
  return isReservedChain(accountId)
    ? refuse("no_such_account", `${accountId} is no account, but an audit of its own.`)
    : chainKey(services, accountId);
}

/** The number of shards. Each watcher holds some of them. */
export const shardCount = 64;

export const everyShard: readonly number[] = Array.from({ length: shardCount }, (_, shard) => shard);

/** A pseudo shard. The process with a feed that holds its lease saves prices and quotes. */
export const savingShard: number = shardCount;

/** A pseudo shard that nobody watches: that of the reserved chains, which hold no positions. */
const unwatchedShard = shardCount + 1;

/** The shard of a user, the same on every machine. Watchers share users by it. */
export function shardOf(userId: string): number {
  if (userId === reservedUserId) return unwatchedShard;
  // FNV-1a over UTF-16 units. It must spread evenly and need not be secret.
  let hash = 0x811c9dc5;
  for (let index = 0; index < userId.length; index += 1) {
    hash = Math.imul(hash ^ userId.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % shardCount;
}
