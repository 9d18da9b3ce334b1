import { addTradingTime, type Instrument } from "@trading-oms/market";
import { savingShard, shardOf } from "../accounts/accounts.ts";
import { isCallable } from "../accounts/callable.ts";
import { type HoldingQuestion, hourMs, quietPricesOf } from "../accounts/episodes.ts";
import type { AccountKey, AccountState, EpisodeRecord, PositionRecord } from "../ports/index.ts";
import { isAhead } from "../quotes/price-times.ts";
import { fullyPaid } from "../reference/rates.ts";
import type { WatchServices } from "../services.ts";
import { BookChanges } from "./book-changes.ts";
import {
  areRatesUnevaluated,
  type EvaluationCounts,
  Evaluations,
  markedUnitVnd,
  whyEvaluated,
} from "./evaluations.ts";
import { queueWork, type WorkQueue } from "./queue-work.ts";
import { type ChangedAccounts, type FollowedAccounts, ShardFollower, ShardLeases } from "./shards.ts";
import { type Waiting, type WatchedCounts, WatchedPositions } from "./watched-positions.ts";

export type WatchOptions = {
  /** The process's name on the rota. Concurrent processes need different names. */
  readonly holder: string;
  readonly yieldToEventLoop: () => Promise<void>;
  /**
   * Whether this process currently receives prices from a feed and so may save them for all. Never, if
   * omitted.
   */
  readonly isReceiving?: () => boolean;
  /** Reports a failure that will be retried. */
  readonly onFailure: (thrown: unknown) => void;
};

/** What a watch covers now, and what it has done since its start. */
export type WatchCounts = WatchedCounts &
  EvaluationCounts & {
    readonly shardCount: number;
    /** Acquired shards that are still to be read. */
    readonly loadingCount: number;
    /** Shards whose reading failed. The next renewal of leases reads them again. */
    readonly unreadCount: number;
  };

/** Reading half waits for the store. More at once would make each turn of the event loop longer, and requests slower. */
const loadsAtOnceMax = 3;

/** Whether a watch is still reading the accounts of its shards, and whether other processes watch as well. */
export type WatchState = { readonly isLoading: boolean; readonly hasOthers: boolean };

/**
 * Watches the positions of its shards: evaluates each position that a price reaches, whose reminder is due, or that
 * another change affects. It has no timer: its owner calls `renew` every second or two and `tick` a few times a second. It listens to
 * its market; `readBook` reads what `onBookChange` has found.
 */
export class MarginWatch {
  readonly #services: WatchServices;
  readonly #options: WatchOptions;
  readonly #positions = new WatchedPositions();
  readonly #leases: ShardLeases;
  readonly #follower: ShardFollower;
  readonly #evaluations: Evaluations;
  /** Symbols whose mark reaches a position but may not decide yet. */
  readonly #waitingSymbols = new Set<string>();
  readonly #bookChanges: BookChanges;
  readonly #loaded = new Set<number>();
  #hasLoadedOnce = false;
  readonly #loads: WorkQueue<number>;
  #isStopped = false;

  constructor(services: WatchServices, options: WatchOptions) {
    this.#services = services;
    this.#options = options;
    this.#bookChanges = new BookChanges(services, this.#positions);
    this.#leases = new ShardLeases(services, options.holder, options.isReceiving ?? (() => false));
    this.#follower = new ShardFollower(services, {
      yieldToEventLoop: options.yieldToEventLoop,
      goesOn: () => !this.#isStopped,
      take: (state) => this.#take(state),
    });
    this.#evaluations = new Evaluations(services, {
      take: (state, question, hasMoved) => this.#takeEvaluated(state, question, hasMoved),
      onFailure: options.onFailure,
      isOurs: ({ userId }) => !this.#isStopped && this.#isHeld(shardOf(userId)),
    });
    this.#loads = queueWork((shard) => this.#load(shard), loadsAtOnceMax);
  }

  counts(): WatchCounts {
    const shards = this.#leases.shards();
    const unreadCount = shards.filter((shard) => !this.#loaded.has(shard)).length;
    const loading = { loadingCount: this.#loads.count(), unreadCount };
    return {
      shardCount: shards.length,
      ...loading,
      ...this.#positions.counts(),
      ...this.#evaluations.counts(),
    };
  }

  /** How it stands: `loading` until it has read the accounts of its shards, and whether other processes watch as well. */
  state(): WatchState {
    const isUnread = (shard: number): boolean => !this.#loaded.has(shard);
    const isLoading =
      !this.#leases.areKnown() || this.#loads.count() > 0 || this.#leases.shards().some(isUnread);
    this.#hasLoadedOnce ||= !isLoading;
    // Of processes that begin together none vouches for the first, which is not ready then.
    return { isLoading, hasOthers: this.#leases.hasOthers(this.#hasLoadedOnce ? "all" : "earlier") };
  }

  /** Whether this process does the work that only one process does. */
  isFirst(): boolean {
    return this.#leases.isHeld(0);
  }

  /** Whether this process, among those with a feed, saves prices. */
  isSaver(): boolean {
    return this.#leases.isHeld(savingShard);
  }

  /** Renews the leases, and takes over and gives up shards. New shards are read in the background. */
  async renew(): Promise<void> {
    if (this.#isStopped) return;
    try {
      await this.#leases.renew();
    } finally {
      for (const shard of [...this.#loaded]) this.#isHeld(shard);
    }
    for (const shard of this.#leases.shards()) {
      if (this.#loaded.has(shard)) continue;
      this.#loaded.add(shard);
      this.#loads.add(shard);
    }
  }

  /** Gives its shards up until the next renewal. */
  async yieldShards(): Promise<void> {
    if (this.#isStopped || this.#leases.shards().length === 0) return;
    await this.#leases.release();
    for (const shard of [...this.#loaded]) this.#leave(shard);
  }

  /** Finds changes in the book for `readBook`. */
  onBookChange(): void {
    this.#bookChanges.findChanges();
  }

  /** Reads and evaluates accounts with changed rates or terms. */
  async readBook(): Promise<void> {
    if (this.#isStopped) return;
    await this.#bookChanges.read((keys) => this.#follower.read(keys));
  }

  /** The accounts that a poll has to find. */
  followed(): FollowedAccounts | undefined {
    const shards = this.#leases.shards();
    return this.#isStopped || shards.length === 0 ? undefined : this.#follower.followed(shards);
  }

  /** Reads the accounts that a poll has found. */
  async follow(found: ChangedAccounts): Promise<void> {
    const shards = this.#leases.shards();
    if (!this.#isStopped && shards.length > 0) await this.#follower.follow(shards, found);
  }

  /** Evaluates the positions that the marks of these symbols reach. */
  onPriceChange(symbols: Iterable<string>): void {
    for (const symbol of symbols) this.#checkSymbol(symbol);
  }

  /**
   * Handles what depends on time: reminders, postponed evaluations, and prices that waited for their session.
   */
  tick(): void {
    for (const { account, symbol } of this.#positions.dueBy(this.#services.now())) {
      this.#evaluations.request({ ...keyOf(account), symbol, isChange: false });
    }
    this.#evaluations.tick();
    this.onPriceChange([...this.#waitingSymbols]);
  }

  /** Finishes running work and leaves the rota. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#evaluations.settle();
    await this.#leases.release();
    await this.#loads.settle();
  }

  async #load(shard: number): Promise<void> {
    try {
      if (!this.#isHeld(shard)) return;
      await this.#follower.load(shard, (state) =>
        this.#take(state, (symbol) => areRatesUnevaluated(this.#services, state, symbol)),
      );
    } catch (thrown) {
      this.#leave(shard);
      if (!this.#isStopped) this.#options.onFailure(thrown);
    }
  }

  /** Prices skipped while a lease is expired are not lost: the shard is reloaded when the lease returns. */
  #isHeld(shard: number): boolean {
    if (this.#leases.isHeld(shard)) return true;
    this.#leave(shard);
    return false;
  }

  #leave(shard: number): void {
    this.#loaded.delete(shard);
    this.#positions.removeShard(shard);
  }

  /** Puts an account under watch and evaluates what its marks already reach. */
  #take(state: AccountState, isChanged: (symbol: string) => boolean = () => false): void {
    const noted = this.#bookChanges.take(state.account);
    const nowMs = this.#services.now();
    const isDecidedAhead = ({ decisionPrice }: PositionRecord) =>
      decisionPrice !== undefined && isAhead(decisionPrice.atMs, nowMs);
    const aheadSymbols = new Set(state.positions.filter(isDecidedAhead).map((each) => each.symbol));
    for (const waiting of this.#put(state)) {
      const { symbol } = waiting;
      const isChange = noted?.has(symbol) === true || isChanged(symbol);
      const question = { ...keyOf(state.account), symbol, isChange };
      if (this.#isReached(waiting)) this.#evaluate(question);
      // An evaluation replaces the price that a wrong clock put ahead.
      if (aheadSymbols.has(symbol)) this.#evaluations.request(question);
    }
  }

  #takeEvaluated(state: AccountState, question: HoldingQuestion, hasMoved: boolean): void {
    if (!this.#follower.isNews(state.account)) return;
    const noted = this.#bookChanges.take(state.account);
    for (const waiting of this.#put(state)) {
      if (!this.#isReached(waiting)) continue;
      const { symbol } = waiting;
      const isChange = noted?.has(symbol) === true;
      const next = { ...keyOf(state.account), symbol, isChange };
      // Evaluating the same mark again immediately would give the same result.
      if (isChange || (symbol === question.symbol && hasMoved)) this.#evaluate(next);
      else this.#evaluate(next, (each) => this.#evaluations.postpone(each));
    }
  }

  #put(state: AccountState): readonly Waiting[] {
    const { userId, accountId } = state.account;
    const shard = shardOf(userId);
    if (!this.#isHeld(shard)) return [];
    const waitings = waitingsOf(this.#services, state);
    this.#positions.put({ userId, accountId, shard }, waitings);
    for (const { symbol } of waitings) this.#bookChanges.remember(symbol);
    return waitings;
  }

  #isReached({ symbol, quiet: { unitVndMin, unitVndMax } }: Waiting): boolean {
    const unitVnd = markedUnitVnd(this.#services, symbol) ?? 1n;
    return unitVnd < unitVndMin || (unitVndMax !== undefined && unitVnd > unitVndMax);
  }

  #evaluate(
    question: HoldingQuestion,
    ask: (question: HoldingQuestion) => void = (each) => this.#evaluations.request(each),
  ): void {
    const why = question.isChange ? "change" : whyEvaluated(this.#services, question.symbol);
    if (why === "not-yet") this.#waitingSymbols.add(question.symbol);
    else ask({ ...question, isChange: why === "change" });
  }

  #checkSymbol(symbol: string): void {
    this.#waitingSymbols.delete(symbol);
    if (!this.#positions.isHeld(symbol)) return;
    const unitVnd = markedUnitVnd(this.#services, symbol);
    if (unitVnd === undefined || this.#positions.isQuiet(symbol, Number(unitVnd))) return;
    const why = whyEvaluated(this.#services, symbol);
    if (why === "not-yet") {
      this.#waitingSymbols.add(symbol);
      return;
    }
    for (const { account } of this.#positions.hitBy(symbol, Number(unitVnd))) {
      this.#evaluations.request({ ...keyOf(account), symbol, isChange: why === "change" });
    }
  }
}

function keyOf({ userId, accountId }: AccountKey): AccountKey {
  return { userId, accountId };
}

/** The triggers of an account's positions by the current rates. */
function waitingsOf(services: WatchServices, { positions, episodes }: AccountState): Waiting[] {
  return positions.map((position) => {
    const instrument = services.book.findInstrument(position.symbol);
    const rates = instrument === undefined ? fullyPaid : services.book.ratesOf(instrument);
    const episode = episodes.find(({ symbol }) => symbol === position.symbol);
    const isCalled = episode?.isOpen ?? false;
    const isReminded = isCalled && isCallable(services, position);
    return {
      symbol: position.symbol,
      quiet: quietPricesOf(services, position, rates, episode),
      dueMs: instrument && episode && isReminded ? dueMsOf(services, instrument, episode) : undefined,
      isCalled,
    };
  });
}

/** When the next full hour of trading since the opening ends. */
function dueMsOf(
  { book, marks }: WatchServices,
  { exchange }: Instrument,
  { openedAtMs, reminder }: EpisodeRecord,
): number {
  const tradedMs = (Number(reminder) + 1) * hourMs;
  if (marks.isAlwaysTrading) return openedAtMs + tradedMs;
  return addTradingTime(exchange, openedAtMs, tradedMs, book.holidays());
}
