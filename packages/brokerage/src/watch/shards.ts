import { everyShard, savingShard, shardCount, shardOf } from "../accounts/accounts.ts";
import type { AccountChange, AccountKey, AccountState, Rota } from "../ports/index.ts";
import { isAhead } from "../quotes/price-times.ts";
import type { Services, WatchServices } from "../services.ts";

/**
 * Chooses the shards that a watcher claims, so that all live watchers hold equally many: its own up to its share, then
 * free ones. A lease from a clock that was wrong, more than a minute ahead, counts as expired.
 */
export function chooseShards({ watchers, leases }: Rota, holder: string, atMs: number): number[] {
  const isLive = ({ untilMs }: { readonly untilMs: number }) => untilMs > atMs && !isAhead(untilMs, atMs);
  const others = watchers.filter((each) => isLive(each) && each.holder !== holder);
  const holders = [...others.map((each) => each.holder), holder].toSorted();
  const least = Math.floor(shardCount / holders.length);
  const quota = least + (holders.indexOf(holder) < shardCount % holders.length ? 1 : 0);
  const holderOf = new Map(leases.filter(isLive).map((lease) => [lease.shard, lease.holder]));
  const own = everyShard.filter((shard) => holderOf.get(shard) === holder);
  const free = everyShard.filter((shard) => !holderOf.has(shard));
  return [...own, ...free].slice(0, quota).toSorted((one, other) => one - other);
}

/** How long a shard stays with a watcher that has stopped renewing its lease. */
const leaseMs = 5_000;

/** The shards that a process holds as far as it knows. A lease that is not renewed in time is lost. */
export class ShardLeases {
  readonly #services: Pick<Services, "store" | "now">;
  readonly #holder: string;
  readonly #wantsToSave: () => boolean;
  #untilMs: ReadonlyMap<number, number> = new Map();
  #others: Rota["watchers"] = [];
  /** Those who watched before this process did; undefined before its first renewal. Others may have begun with it. */
  #earlier: ReadonlySet<string> | undefined;

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

  /** Whether they were renewed before, so that it is known which ones are held. */
  areKnown(): boolean {
    return this.#earlier !== undefined;
  }

  /** Whether another process watches, as of the last renewal, or one that did before this one. */
  hasOthers(which: "all" | "earlier"): boolean {
    const counts = (holder: string): boolean => which === "all" || this.#earlier?.has(holder) === true;
    return this.#others.some(({ holder, untilMs }) => untilMs > this.#services.now() && counts(holder));
  }

  /** Renews its leases, gives up the share of others and claims free shards. */
  async renew(): Promise<void> {
    const { store, now } = this.#services;
    const atMs = now();
    const shards = chooseShards(await store.readRota(), this.#holder, atMs);
    if (this.#wantsToSave()) shards.push(savingShard);
    const claim = { holder: this.#holder, untilMs: atMs + leaseMs, atMs, shards };
    const { watchers, leases } = await store.claimShards(claim);
    this.#others = watchers.filter(({ holder }) => holder !== this.#holder);
    this.#earlier ??= new Set(this.#others.map(({ holder }) => holder));
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
 * The versions of accounts that were read, by account ID, which is unique over all users.
 *
 * Each shard has its own map: growing one map of a million accounts would block other work for too long.
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

export const accountsInPart = 500;

/** How many accounts are read between two turns of the event loop: some milliseconds of work. */
const accountsInTurn = 100;

/** The clock difference between machines up to which changes are found without delay. */
export const clockDifferenceMsMax = 10_000;

/** Every shard is read again in turn. */
const reloadMs = 10_000;

/** The accounts that somebody wants to know of, if they changed about or after a time. */
export type FollowedAccounts = { readonly shards: readonly number[]; readonly sinceMs: number };

/** The accounts that a poll found in the shards that it asked for, since the time from which it asked. */
export type ChangedAccounts = FollowedAccounts & {
  /** When the store was asked, by the clock of this process. */
  readonly askedAtMs: number;
  /** May contain accounts of shards that the listener does not follow. */
  readonly changed: readonly AccountChange[];
  /** Whether these are all. Otherwise they are the first. */
  readonly areAll: boolean;
};

type TakeAccount = (state: AccountState) => void;

type FollowerOptions = {
  readonly yieldToEventLoop: () => Promise<void>;
  /** Whether the results are still wanted. */
  readonly goesOn: () => boolean;
  readonly take: TakeAccount;
  /** Reads a shard again, in case a change was missed; `load` if omitted. */
  readonly reload?: (shard: number) => Promise<void>;
};

type Walk = {
  readonly shard: number;
  readonly sinceMs: number;
  readonly isWanted: (change: AccountChange) => boolean;
  readonly take: TakeAccount;
};

/** Finds changed accounts, including changes by other processes, and reads each version once. */
export class ShardFollower {
  readonly #services: WatchServices;
  readonly #options: FollowerOptions;
  /** Two generations: old entries are dropped because they are not needed again. */
  #seen = new SeenVersions();
  #seenBefore = new SeenVersions();
  #turnedAtMs = 0;
  #followedMs: number | undefined;
  #reloaded = { atMs: 0, shard: -1 };

  constructor(services: WatchServices, options: FollowerOptions) {
    this.#services = services;
    this.#options = options;
  }

  /** Reads all accounts of a shard, and tells of each one. */
  load(
    shard: number,
    take: TakeAccount = this.#options.take,
    onListed: (account: AccountChange) => void = () => {},
  ): Promise<void> {
    const isWanted = (account: AccountChange): boolean => {
      onListed(account);
      return true;
    };
    return this.#walk({ shard, sinceMs: 0, isWanted, take });
  }

  /** Whether it has followed once. */
  get isFollowing(): boolean {
    return this.#followedMs !== undefined;
  }

  /**
   * The accounts of shards that a poll has to find: those that changed since what was found before. A clock that was ahead does not tell
   * when that was, so all are listed then.
   */
  followed(shards: readonly number[]): FollowedAccounts {
    const nowMs = this.#services.now();
    const followedMs = this.#followedMs ?? nowMs;
    return { shards, sinceMs: followedMs > nowMs + clockDifferenceMsMax ? 0 : followedMs };
  }

  /** Reads accounts of these shards that a poll found and that were not read in that version; every 10 s a shard in turn as well. */
  async follow(shards: readonly number[], found: ChangedAccounts): Promise<void> {
    await this.#readFound(this.followed(shards), found);
    this.noteRead(found.askedAtMs);
    if (Math.abs(found.askedAtMs - this.#reloaded.atMs) < reloadMs) return;
    const shard = shards.find((each) => each > this.#reloaded.shard) ?? shards[0] ?? 0;
    this.#reloaded = { atMs: found.askedAtMs, shard };
    await (this.#options.reload?.(shard) ?? this.load(shard));
  }

  /** Notes that everything up to a time has been read. */
  noteRead(atMs: number): void {
    this.#followedMs = atMs;
  }

  async #readFound({ shards, sinceMs }: FollowedAccounts, found: ChangedAccounts): Promise<void> {
    const nowMs = this.#services.now();
    if (Math.abs(nowMs - this.#turnedAtMs) > 3 * clockDifferenceMsMax) {
      // What was read while the clock was ahead is read again by the right clock.
      const isClockBack = isAhead(this.#turnedAtMs, nowMs);
      this.#turnedAtMs = nowMs;
      this.#seenBefore = isClockBack ? new SeenVersions() : this.#seen;
      this.#seen = new SeenVersions();
    }
    const allowedMs = sinceMs - clockDifferenceMsMax;
    const isWanted = (change: AccountChange): boolean => this.#versionOf(change) !== change.version;
    const own = new Set(shards);
    // A poll that asked before these shards were followed does not know all of their changes.
    const isComplete =
      found.areAll && found.sinceMs <= allowedMs && shards.every((each) => found.shards.includes(each));
    if (isComplete)
      return this.read(found.changed.filter((each) => own.has(shardOf(each.userId)) && isWanted(each)));
    // Within one shard a further page costs only its rows; over all shards it would cost every row of the
    // time range.
    for (const shard of shards) {
      await this.#walk({ shard, sinceMs: allowedMs, isWanted, take: this.#options.take });
    }
  }

  /** Reads accounts however often they were read before. */
  async read(keys: readonly AccountKey[], take: TakeAccount = this.#options.take): Promise<void> {
    for (let from = 0; from < keys.length && this.#options.goesOn(); from += accountsInTurn) {
      const states = await this.#services.store.readAccounts(keys.slice(from, from + accountsInTurn));
      for (const state of states) if (this.isNews(state.account)) take(state);
      await this.#options.yieldToEventLoop();
    }
  }

  /** Whether no later version of an account was seen. Answers that arrive out of order do no harm. */
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
      await this.#options.yieldToEventLoop();
      after = part.at(-1);
    }
  }

  #versionOf(key: AccountKey): number | undefined {
    return this.#seen.of(key) ?? this.#seenBefore.of(key);
  }
}
