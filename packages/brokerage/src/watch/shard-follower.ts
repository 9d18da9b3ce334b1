import type { AccountChange, AccountKey, AccountState } from "../ports/index.ts";
import type { WatchServices } from "./watch-services.ts";

/** As many accounts as are read without letting others wait for long. */
const accountsInPart = 500;

/** Clocks of different machines may differ by so much before a change is found late. */
const clockDifferenceMsMax = 10_000;

/** What is done with an account that has been read. */
export type TakeAccount = (state: AccountState) => void;

/** Finds accounts that have changed, by whomever, and reads each version of them once. */
export class ShardFollower {
  readonly #services: WatchServices;
  readonly #breathe: () => Promise<void>;
  readonly #take: TakeAccount;
  /** The versions that were read; what was seen long ago is forgotten, since nobody asks for it again. */
  #seen = new Map<string, number>();
  #seenBefore = new Map<string, number>();
  #turnedAtMs = 0;

  constructor(services: WatchServices, breathe: () => Promise<void>, take: TakeAccount) {
    this.#services = services;
    this.#breathe = breathe;
    this.#take = take;
  }

  /** Reads all accounts of a shard. */
  load(shard: number, take: TakeAccount = this.#take): Promise<void> {
    return this.#walk([shard], 0, () => true, take);
  }

  /** Reads what has changed in these shards about a time or later, as far as it was not read before. */
  async follow(shards: readonly number[], sinceMs: number): Promise<void> {
    const nowMs = this.#services.now();
    if (Math.abs(nowMs - this.#turnedAtMs) > 3 * clockDifferenceMsMax) {
      this.#turnedAtMs = nowMs;
      this.#seenBefore = this.#seen;
      this.#seen = new Map();
    }
    await this.#walk(
      shards,
      sinceMs - clockDifferenceMsMax,
      (change) => this.#versionOf(change) !== change.version,
    );
  }

  /** Reads accounts, however often they were read before. */
  async read(keys: readonly AccountKey[], take: TakeAccount = this.#take): Promise<void> {
    for (let from = 0; from < keys.length; from += accountsInPart) {
      const states = await this.#services.store.readAccounts(keys.slice(from, from + accountsInPart));
      for (const state of states) if (this.isNews(state.account)) take(state);
      await this.#breathe();
    }
  }

  /** Whether no later version of an account was seen, so that answers that overtake each other do no harm. */
  isNews(account: AccountKey & { readonly version: number }): boolean {
    if ((this.#versionOf(account) ?? 0) > account.version) return false;
    this.#seen.set(nameOf(account), account.version);
    return true;
  }

  async #walk(
    shards: readonly number[],
    sinceMs: number,
    isWanted: (change: AccountChange) => boolean,
    take: TakeAccount = this.#take,
  ): Promise<void> {
    let after: AccountChange | undefined;
    for (;;) {
      const part = await this.#services.store.listChanges({ shards, sinceMs, after, limit: accountsInPart });
      await this.read(part.filter(isWanted), take);
      if (part.length < accountsInPart) return;
      after = part.at(-1);
    }
  }

  #versionOf(key: AccountKey): number | undefined {
    const name = nameOf(key);
    return this.#seen.get(name) ?? this.#seenBefore.get(name);
  }
}

function nameOf({ userId, accountId }: AccountKey): string {
  return `${userId}/${accountId}`;
}
