/** Tells those who follow a user or an account that something may be new, whichever process changed it. */
import type { AccountKey, ChangesQuery, StoreChanges } from "../ports/index.ts";

/** One user or account with those who follow it. */
type Followed = {
  /** What the store said last; undefined until it was asked. */
  head: number | undefined;
  readonly followers: Set<() => void>;
};

/** Those whose heads a poll asks for. */
type FollowedKeys = Pick<ChangesQuery, "users" | "accounts">;

/** Large enough to ask for many streams at once, and small enough for one statement of every engine. */
const keysInQuery = 1_000;

/**
 * The changes that streams wait for. The store is the truth: a poll of the market asks it for the newest notification of each followed user and the
 * version of each followed account, so its cost grows with the followers and not with the changes, and no clock is compared. A commit of this process
 * wakes its followers at once. A hint may come twice or in vain, and the follower reads what is new by its own place.
 */
export class LiveChanges {
  readonly #users = new Map<string, Followed>();
  readonly #accounts = new Map<string, Followed & { readonly key: AccountKey }>();

  /** Calls back when notifications of a user may be new. Returns how to leave. */
  followUser(userId: string, onNews: () => void): () => void {
    return follow(this.#users, userId, () => ({ head: undefined, followers: new Set() }), onNews);
  }

  /** Calls back when an account may have changed. Returns how to leave. */
  followAccount(key: AccountKey, onNews: () => void): () => void {
    return follow(
      this.#accounts,
      key.accountId,
      () => ({ key, head: undefined, followers: new Set() }),
      onNews,
    );
  }

  noteCommit({ userId, accountId }: AccountKey): void {
    for (const onNews of this.#users.get(userId)?.followers ?? []) onNews();
    for (const onNews of this.#accounts.get(accountId)?.followers ?? []) onNews();
  }

  /** Whom a poll has to ask for, in parts of at most a thousand users and accounts. */
  followed(): readonly FollowedKeys[] {
    const users = [...this.#users.keys()];
    const accounts = [...this.#accounts.values()].map(({ key }) => key);
    const parts: FollowedKeys[] = [];
    for (let start = 0; start < Math.max(users.length, accounts.length); start += keysInQuery) {
      const end = start + keysInQuery;
      parts.push({ users: users.slice(start, end), accounts: accounts.slice(start, end) });
    }
    return parts;
  }

  /** Takes what the store said of a part, and wakes those for whom it is new. */
  note(
    { users, accounts }: FollowedKeys,
    { newestIds, accountVersions }: Pick<StoreChanges, "newestIds" | "accountVersions">,
  ): void {
    for (const userId of users) note(this.#users.get(userId), newestIds.get(userId) ?? 0);
    for (const { accountId } of accounts)
      note(this.#accounts.get(accountId), accountVersions.get(accountId) ?? 0);
  }
}

function follow<Entry extends Followed>(
  followed: Map<string, Entry>,
  name: string,
  make: () => Entry,
  onNews: () => void,
): () => void {
  const entry = followed.get(name) ?? make();
  followed.set(name, entry);
  entry.followers.add(onNews);
  return () => {
    entry.followers.delete(onNews);
    if (entry.followers.size === 0 && followed.get(name) === entry) followed.delete(name);
  };
}

function note(entry: Followed | undefined, head: number): void {
  if (entry === undefined || entry.head === head) return;
  entry.head = head;
  for (const onNews of entry.followers) onNews();
}
