import type { AccountKey } from "../ports/index.ts";
import { type Refusal, refuse, type Services } from "../services.ts";

/** Opens an account with nothing in it. An account has one owner, and is opened once. */
export async function openAccount(
  { store, now }: Services,
  key: AccountKey,
): Promise<{ readonly kind: "done" } | Refusal> {
  const refusal = judgeNames(key);
  if (refusal !== undefined) return refusal;
  const outcome = await store.commit({
    key,
    expectedVersion: 0,
    shard: shardOf(key.userId),
    atMs: now(),
    equityVnd: 0n,
    positions: [],
    closedSymbols: [],
    episodes: [],
    audits: [],
    notifications: [],
  });
  if (outcome === "committed") return { kind: "done" };
  const owner = await store.findOwner(key.accountId);
  return owner === key.userId
    ? refuse("account-open-already", `The account ${key.accountId} is open already.`)
    : refuse("account-of-somebody-else", `The account ${key.accountId} belongs to another user.`);
}

/** The key of an account by its number alone, for those who work for every user. */
export async function findAccountKey(
  { store }: Pick<Services, "store">,
  accountId: string,
): Promise<AccountKey | Refusal> {
  const userId = await store.findOwner(accountId);
  return userId === undefined
    ? refuse("no-such-account", `There is no account ${accountId}; open it first.`)
    : { userId, accountId };
}

/** What a name is the name of. */
type NameKind = "userId" | "accountId" | "movementId" | "symbol";

/** Names that stand in keys, addresses and logs: letters, digits and a few marks, so that each is written in one way. */
const names: Readonly<Record<NameKind, { readonly pattern: RegExp; readonly words: string }>> = {
  userId: { pattern: /^[\x21-\x7e]{1,128}$/, words: "1 to 128 visible ASCII characters" },
  accountId: { pattern: /^[A-Za-z0-9._-]{1,64}$/, words: "1 to 64 of A–Z a–z 0–9 . _ -" },
  movementId: { pattern: /^[\x21-\x7e]{1,64}$/, words: "1 to 64 visible ASCII characters" },
  symbol: { pattern: /^[A-Za-z0-9._-]{1,32}$/, words: "1 to 32 of A–Z a–z 0–9 . _ -" },
};

/** Refuses the first of these names that is not written as its kind is. */
export function judgeNames(given: Readonly<Partial<Record<NameKind, string>>>): Refusal | undefined {
  for (const [kind, { pattern, words }] of Object.entries(names)) {
    const name = given[kind as NameKind];
    if (name !== undefined && !pattern.test(name)) {
      return refuse("name-not-valid", `The ${kind} "${name}" is not valid; it has to be ${words}.`);
    }
  }
  return undefined;
}

/** How many shards there are; watchers hold some each. */
export const shardCount = 64;

/** What is held as a shard is, by one of all who are told by a feed: whoever holds it saves prices and quotes. */
export const savingShard: number = shardCount;

/** The shard of a user, the same on every machine: watchers share the users among them by it. */
export function shardOf(userId: string): number {
  // FNV-1a over UTF-16 units; it only has to be even, not secret.
  let hash = 0x811c9dc5;
  for (let index = 0; index < userId.length; index += 1) {
    hash = Math.imul(hash ^ userId.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % shardCount;
}
