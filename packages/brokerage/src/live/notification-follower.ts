/** Finds the notifications that arrive, of one user or of all, whichever process writes them. */
import { everyShard } from "../accounts/accounts.ts";
import { readNotification, type StoredNotification } from "../accounts/notifications.ts";
import type { AccountChange, AccountKey, Store } from "../ports/index.ts";

export type ArrivedNotification = { readonly userId: string; readonly notification: StoredNotification };

/** How far apart the clocks of machines may be. A change with an older time is found later, by the tour of all accounts. */
const clockDifferenceMsMax = 10_000;

const rowsInPart = 1_000;

type FollowerServices = {
  readonly store: Pick<
    Store,
    "listAccounts" | "listChanges" | "readNotificationPlaces" | "listNotificationsAfter"
  >;
  readonly now: () => number;
};

/**
 * The notifications after the place of each user at the beginning. A poll asks for the accounts that have changed, because every
 * notification is committed with its account, and for the next thousand of all accounts, because a change may carry an old time. Then it
 * reads by the users' places. After a failure the next poll finds the same.
 */
export class NotificationFollower {
  readonly #services: FollowerServices;
  readonly #userId: string | undefined;
  /** The id of the last notification of each user that was found. */
  readonly #places = new Map<string, number>();
  /** The accounts of the last poll, which are found again while their time is recent. */
  #seen = new Map<string, number>();
  #polledMs = 0;
  /** Where the tour of all accounts is. */
  #tour: AccountKey | undefined;

  /** Follows one user, or all without `userId`. */
  constructor(services: FollowerServices, userId?: string) {
    this.#services = services;
    this.#userId = userId;
  }

  /** Reads where the users are now. */
  async begin(): Promise<void> {
    this.#polledMs = this.#services.now();
    for await (const users of this.#listUsers()) {
      for (const [userId, { newestId }] of await this.#services.store.readNotificationPlaces(users)) {
        this.#places.set(userId, newestId);
      }
    }
  }

  /** Returns what has arrived since the last poll, each user's in order. */
  async poll(): Promise<ArrivedNotification[]> {
    if (this.#userId !== undefined) return this.#takeNews([this.#userId]);
    const nowMs = this.#services.now();
    const changes = await this.#listChanges(nowMs);
    const changed = changes.filter(({ accountId, version }) => this.#seen.get(accountId) !== version);
    const toured = await this.#services.store.listAccounts({ after: this.#tour, limit: rowsInPart });
    const users = new Set([...changed, ...toured].map(({ userId }) => userId));
    const arrived = await this.#takeNews([...users]);
    this.#seen = new Map(changes.map(({ accountId, version }) => [accountId, version]));
    this.#tour = toured.length < rowsInPart ? undefined : toured.at(-1);
    this.#polledMs = nowMs;
    return arrived;
  }

  async #takeNews(users: readonly string[]): Promise<ArrivedNotification[]> {
    const arrived: ArrivedNotification[] = [];
    for (let from = 0; from < users.length; from += rowsInPart) {
      // One by one: a spread of very many rows is an error.
      for (const each of await this.#readNews(users.slice(from, from + rowsInPart))) arrived.push(each);
    }
    for (const { userId, notification } of arrived) this.#places.set(userId, notification.id);
    return arrived;
  }

  async #readNews(users: readonly string[]): Promise<ArrivedNotification[]> {
    const { store } = this.#services;
    const arrived: ArrivedNotification[] = [];
    for (const [userId, { floorId, newestId }] of await store.readNotificationPlaces(users)) {
      let afterId = this.#places.get(userId) ?? floorId;
      while (afterId < newestId) {
        const part = await store.listNotificationsAfter(userId, { afterId, limit: rowsInPart });
        for (const record of part) arrived.push({ userId, notification: readNotification(record) });
        afterId = part.at(-1)?.id ?? newestId;
      }
    }
    return arrived;
  }

  async #listChanges(nowMs: number): Promise<AccountChange[]> {
    const sinceMs = Math.min(this.#polledMs, nowMs) - clockDifferenceMsMax;
    const changes: AccountChange[] = [];
    for (let after: AccountChange | undefined; ; after = changes.at(-1)) {
      const options = { shards: everyShard, sinceMs, after, limit: rowsInPart };
      const part = await this.#services.store.listChanges(options);
      changes.push(...part);
      if (part.length < rowsInPart) return changes;
    }
  }

  async *#listUsers(): AsyncGenerator<string[]> {
    if (this.#userId !== undefined) return yield [this.#userId];
    for (let after: AccountKey | undefined; ; ) {
      const part = await this.#services.store.listAccounts({ after, limit: rowsInPart });
      yield [...new Set(part.map(({ userId }) => userId))];
      if (part.length < rowsInPart) return;
      after = part.at(-1);
    }
  }
}
