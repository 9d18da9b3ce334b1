import { checkNames } from "../names.ts";
import type { AccountKey, Change } from "../ports/index.ts";
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
  const outcome = await store.commit(openingOf(key, now()));
  if (outcome === "committed") return { kind: "done" };
  const owner = await store.findOwner(key.accountId);
  return owner === key.userId
    ? refuse("account_already_open", `The account ${key.accountId} is open already.`)
    : refuse("account_of_another_user", `The account ${key.accountId} belongs to another user.`);
}

/** The change that opens an empty account. */
export function openingOf(key: AccountKey, atMs: number): Change {
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
