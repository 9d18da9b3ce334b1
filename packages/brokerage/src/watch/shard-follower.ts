import type { AccountChange, AccountKey, AccountState } from "../ports/index.ts";
import { SeenVersions } from "./seen-versions.ts";
import type { WatchServices } from "./watch-services.ts";

/** As many accounts as are read without letting others wait for long. */
const accountsInPart = 500;

/** Clocks of different machines may differ by so much before a change is found late. */
const clockDifferenceMsMax = 10_000;

/** What is done with an account that has been read. */
export type TakeAccount = (state: AccountState) => void;

/** Whom a follower works for. */
export type FollowerOptions = {
  /** Lets others have their turn in the middle of long work. */
  readonly breathe: () => Promise<void>;
  /** Whether what was found is still wanted. */
  readonly goesOn: () => boolean;
  readonly take: TakeAccount;
};

type Walk = {
  readonly shard: number;
  readonly sinceMs: number;
  readonly isWanted: (change: AccountChange) => boolean;
  readonly take: TakeAccount;
};

/** Finds accounts that have changed, by whomever, and reads each version of them once. */
export class ShardFollower {
  readonly #services: WatchServices;
  readonly #options: FollowerOptions;
  /** What was seen long ago is forgotten, since nobody asks for it again. */
  #seen = new SeenVersions();
  #seenBefore = new SeenVersions();
  #turnedAtMs = 0;

  constructor(services: WatchServices, options: FollowerOptions) {
    this.#services = services;
    this.#options = options;
  }

  /** Reads all accounts of a shard. */
  load(shard: number, take: TakeAccount = this.#options.take): Promise<void> {
    return this.#walk({ shard, sinceMs: 0, isWanted: () => true, take });
  }

  /** Reads what has changed in these shards about a time or later, as far as it was not read before. */
  async follow(shards: readonly number[], sinceMs: number): Promise<void> {
    const nowMs = this.#services.now();
    if (Math.abs(nowMs - this.#turnedAtMs) > 3 * clockDifferenceMsMax) {
      this.#turnedAtMs = nowMs;
      this.#seenBefore = this.#seen;
      this.#seen = new SeenVersions();
    }
    const allowedMs = sinceMs - clockDifferenceMsMax;
    const isWanted = (change: AccountChange): boolean => this.#versionOf(change) !== change.version;
    const { store } = this.#services;
    const few = await store.listChanges({ shards, sinceMs: allowedMs, limit: accountsInPart });
    if (few.length < accountsInPart) return this.read(few.filter(isWanted));
    // In one shard the next page costs what it holds; over all of them it would cost what there is in the whole time.
    for (const shard of shards) {
      await this.#walk({ shard, sinceMs: allowedMs, isWanted, take: this.#options.take });
    }
  }

  /** Reads accounts, however often they were read before. */
  async read(keys: readonly AccountKey[], take: TakeAccount = this.#options.take): Promise<void> {
    for (let from = 0; from < keys.length && this.#options.goesOn(); from += accountsInPart) {
      const states = await this.#services.store.readAccounts(keys.slice(from, from + accountsInPart));
      for (const state of states) if (this.isNews(state.account)) take(state);
      await this.#options.breathe();
    }
  }

  /** Whether no later version of an account was seen, so that answers that overtake each other do no harm. */
  isNews(account: AccountKey & { readonly version: number }): boolean {
    if ((this.#versionOf(account) ?? 0) > account.version) return false;
    this.#seen.see(account);
    return true;
  }

  async #walk({ shard, sinceMs, isWanted, take }: Walk): Promise<void> {
    let after: AccountChange | undefined;
    while (this.#options.goesOn()) {
      const limit = accountsInPart;
      const part = await this.#services.store.listChanges({ shards: [shard], sinceMs, after, limit });
      await this.read(part.filter(isWanted), take);
      if (part.length < limit) return;
      await this.#options.breathe();
      after = part.at(-1);
    }
  }

  #versionOf(key: AccountKey): number | undefined {
    return this.#seen.of(key) ?? this.#seenBefore.of(key);
  }
}
