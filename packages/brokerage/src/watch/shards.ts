import { savingShard, shardCount, shardOf } from "../accounts/accounts.ts";
import type { AccountChange, AccountKey, AccountState, Rota } from "../ports/index.ts";
import type { Services, WatchServices } from "../services.ts";

/**
 * Chooses the shards that a watcher asks for, so that all who are there hold as many as each other: its own up to its
 * part, and beyond them those that nobody holds.
 */
export function chooseShards({ watchers, leases }: Rota, holder: string, atMs: number): number[] {
  const others = watchers.filter((each) => each.untilMs > atMs && each.holder !== holder);
  const holders = [...others.map((each) => each.holder), holder].toSorted();
  const least = Math.floor(shardCount / holders.length);
  const quota = least + (holders.indexOf(holder) < shardCount % holders.length ? 1 : 0);
  const holderOf = new Map(
    leases.filter(({ untilMs }) => untilMs > atMs).map((lease) => [lease.shard, lease.holder]),
  );
  const shards = Array.from({ length: shardCount }, (_, shard) => shard);
  const own = shards.filter((shard) => holderOf.get(shard) === holder);
  const free = shards.filter((shard) => !holderOf.has(shard));
  return [...own, ...free].slice(0, quota).toSorted((one, other) => one - other);
}

/** So long a shard stays with whoever has stopped prolonging its lease. */
const leaseMs = 5_000;

/** The shards that a process holds, as far as it knows: what it can't prolong in time it holds no longer. */
export class ShardLeases {
  readonly #services: Pick<Services, "store" | "now">;
  readonly #holder: string;
  readonly #wantsToSave: () => boolean;
  #untilMs: ReadonlyMap<number, number> = new Map();

  constructor(services: Pick<Services, "store" | "now">, holder: string, wantsToSave: () => boolean) {
    this.#services = services;
    this.#holder = holder;
    this.#wantsToSave = wantsToSave;
  }

  isHeld(shard: number): boolean {
    return (this.#untilMs.get(shard) ?? 0) > this.#services.now();
  }

  shards(): number[] {
    return [...this.#untilMs.keys()].filter((shard) => shard < shardCount && this.isHeld(shard));
  }

  /** Prolongs what is held, gives up what is due to others, and asks for what nobody holds. */
  async renew(): Promise<void> {
    const { store, now } = this.#services;
    const atMs = now();
    const shards = chooseShards(await store.readRota(), this.#holder, atMs);
    if (this.#wantsToSave()) shards.push(savingShard);
    const claim = { holder: this.#holder, untilMs: atMs + leaseMs, atMs, shards };
    const { leases } = await store.claimShards(claim);
    const own = leases.filter(({ holder, untilMs }) => holder === this.#holder && untilMs > atMs);
    this.#untilMs = new Map(own.map(({ shard, untilMs }) => [shard, untilMs]));
  }

  /** Leaves the rota, so that others need not wait. */
  async release(): Promise<void> {
    const atMs = this.#services.now();
    this.#untilMs = new Map();
    await this.#services.store.claimShards({ holder: this.#holder, untilMs: atMs, atMs, shards: [] });
  }
}

/**
 * The versions of accounts that were read, by the number of the account, which no two users have.
 *
 * Each shard has a map of its own: one of a million accounts takes longer to grow than others can be kept waiting.
 */
class SeenVersions {
  readonly #shards = new Map<number, Map<string, number>>();

  of({ userId, accountId }: AccountKey): number | undefined {
    return this.#shards.get(shardOf(userId))?.get(accountId);
  }

  see({ userId, accountId, version }: AccountKey & { readonly version: number }): void {
    const shard = shardOf(userId);
    const seen = this.#shards.get(shard) ?? new Map<string, number>();
    this.#shards.set(shard, seen.set(accountId, version));
  }
}

/** As many accounts as are read without letting others wait for long. */
const accountsInPart = 500;

/** Clocks of different machines may differ by so much before a change is found late. */
const clockDifferenceMsMax = 10_000;

/** What is done with an account that has been read. */
type TakeAccount = (state: AccountState) => void;

/** Whom a follower works for. */
type FollowerOptions = {
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
