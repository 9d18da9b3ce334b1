import type { AccountKey, AccountState } from "../ports/index.ts";
import { shardOf } from "../shard-of.ts";
import type { HoldingQuestion } from "./judge-holding.ts";
import { type JudgementCounts, Judgements } from "./judgements.ts";
import { ShardFollower } from "./shard-follower.ts";
import { ShardLeases } from "./shard-leases.ts";
import { waitingsOf } from "./waitings-of.ts";
import type { WatchServices } from "./watch-services.ts";
import { type Waiting, type WatchedCounts, WatchedPositions } from "./watched-positions.ts";
import { areRatesUnjudged, markedUnitVnd, whyJudged } from "./why-judged.ts";

/** How a watch is set up. */
export type WatchOptions = {
  /** Names the process on the rota; two that run at once have different names. */
  readonly holder: string;
  /** Lets others have their turn in the middle of long work. */
  readonly breathe: () => Promise<void>;
  /** Hears of something that failed and will be tried again. */
  readonly tellFailure: (thrown: unknown) => void;
};

/** What a watch has under it, and what it has done since it began. */
export type WatchCounts = WatchedCounts &
  JudgementCounts & {
    readonly shardCount: number;
    /** Shards that came and are not read yet. */
    readonly loadingCount: number;
  };

type Changed = AccountKey & { readonly symbols: Set<string> };

/** Every shard is read anew in its turn, in case a change of it was missed. */
const reloadMs = 10_000;

/**
 * Watches the positions of its shards: judges each that a price reaches, whose reminder is due, or for which something
 * else has changed. It owns no timer: its owner calls `renew` each second or two, and `follow` and `tick` a few times a
 * second, and `heed` whenever a price has changed.
 */
export class MarginWatch {
  readonly #services: WatchServices;
  readonly #options: WatchOptions;
  readonly #positions = new WatchedPositions();
  readonly #leases: ShardLeases;
  readonly #follower: ShardFollower;
  readonly #judgements: Judgements;
  /** Symbols whose mark reaches somebody and may not decide yet. */
  readonly #waitingSymbols = new Set<string>();
  /** What the positions of a symbol rest on besides its price. */
  readonly #facts = new Map<string, string>();
  /** Accounts that are read again because such facts are new, with the symbols that they are new of. */
  #changed = new Map<string, Changed>();
  #holidays: string;
  #followedMs: number | undefined;
  #reloaded = { atMs: 0, shard: 0 };
  readonly #loaded = new Set<number>();
  #loadingCount = 0;
  #loading: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(services: WatchServices, options: WatchOptions) {
    this.#services = services;
    this.#options = options;
    this.#holidays = [...services.book.holidays()].join();
    this.#leases = new ShardLeases(services, options.holder);
    this.#follower = new ShardFollower(services, options.breathe, (state) => this.#take(state));
    this.#judgements = new Judgements(services, {
      take: (state, question, hasMoved) => this.#takeJudged(state, question, hasMoved),
      tellFailure: options.tellFailure,
      isOurs: ({ userId }) => !this.#isStopped && this.#leases.isHeld(shardOf(userId)),
    });
  }

  counts(): WatchCounts {
    const shardCount = this.#leases.shards().length;
    const loadingCount = this.#loadingCount;
    return { shardCount, loadingCount, ...this.#positions.counts(), ...this.#judgements.counts() };
  }

  /** Whether it falls to this process to do what is to be done once, however many there are. */
  isFirst(): boolean {
    return this.#leases.isHeld(0);
  }

  /** Says that the watch is there, and takes over and gives up shards; what is taken over is read behind it. */
  async renew(): Promise<void> {
    if (this.#isStopped) return;
    try {
      await this.#leases.renew();
    } finally {
      for (const shard of [...this.#loaded]) {
        if (!this.#leases.isHeld(shard)) this.#leave(shard);
      }
    }
    for (const shard of this.#leases.shards()) {
      if (this.#loaded.has(shard)) continue;
      this.#loaded.add(shard);
      this.#loadingCount += 1;
      this.#loading = this.#loading.then(() => this.#load(shard));
    }
  }

  /** Takes over what the book has new: whoever holds something whose rates or terms have changed is read again. */
  heedBook(): void {
    const { book } = this.#services;
    const holidays = [...book.holidays()].join();
    const areHolidaysNew = holidays !== this.#holidays;
    this.#holidays = holidays;
    for (const symbol of this.#positions.symbols()) {
      const isNew = this.#facts.get(symbol) !== factsOf(this.#services, symbol);
      if (isNew) this.#facts.set(symbol, factsOf(this.#services, symbol));
      if (!isNew && !areHolidaysNew) continue;
      for (const { account, isCalled } of this.#positions.ofSymbol(symbol)) {
        if (isNew || isCalled) this.#note(account, isNew ? [symbol] : []);
      }
    }
  }

  /** Finds accounts that have changed, and reads those again that the book has changed. */
  async follow(): Promise<void> {
    const atMs = this.#services.now();
    const shards = this.#leases.shards();
    if (this.#isStopped || shards.length === 0) return;
    await this.#readChanged();
    await this.#follower.follow(shards, this.#followedMs ?? atMs);
    this.#followedMs = atMs;
    if (Math.abs(atMs - this.#reloaded.atMs) < reloadMs) return;
    const shard = shards.find((each) => each > this.#reloaded.shard) ?? shards[0] ?? 0;
    this.#reloaded = { atMs, shard };
    await this.#follower.load(shard);
  }

  /** Judges whom the marks of these symbols reach. */
  heed(symbols: Iterable<string>): void {
    for (const symbol of symbols) this.#heed(symbol);
  }

  /** Lets the clock go on: reminders, what was put off, and what has waited for its session. */
  tick(): void {
    for (const { account, symbol } of this.#positions.dueBy(this.#services.now())) {
      this.#judgements.ask({ ...keyOf(account), symbol, isChange: false });
    }
    this.#judgements.tick();
    this.heed([...this.#waitingSymbols]);
  }

  /** Ends what is under way, and leaves the rota. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#judgements.settle();
    await this.#leases.release();
  }

  async #load(shard: number): Promise<void> {
    try {
      if (!this.#leases.isHeld(shard)) return;
      await this.#follower.load(shard, (state) =>
        this.#take(state, (symbol) => areRatesUnjudged(this.#services, state, symbol)),
      );
    } catch (thrown) {
      this.#leave(shard);
      this.#options.tellFailure(thrown);
    } finally {
      this.#loadingCount -= 1;
    }
  }

  #leave(shard: number): void {
    this.#loaded.delete(shard);
    this.#positions.removeShard(shard);
  }

  async #readChanged(): Promise<void> {
    const changed = this.#changed;
    this.#changed = new Map();
    const isChanged = ({ account }: AccountState, symbol: string): boolean =>
      changed.get(nameOf(account))?.symbols.has(symbol) ?? false;
    try {
      await this.#follower.read([...changed.values()], (state) =>
        this.#take(state, (symbol) => isChanged(state, symbol)),
      );
    } catch (thrown) {
      for (const each of changed.values()) this.#note(each, each.symbols);
      throw thrown;
    }
  }

  #note(key: AccountKey, symbols: Iterable<string>): void {
    const noted = this.#changed.get(nameOf(key)) ?? { ...keyOf(key), symbols: new Set<string>() };
    for (const symbol of symbols) noted.symbols.add(symbol);
    this.#changed.set(nameOf(key), noted);
  }

  /** Puts an account under watch, and judges what its marks reach already. */
  #take(state: AccountState, isChanged: (symbol: string) => boolean = () => false): void {
    for (const waiting of this.#put(state)) {
      const { symbol } = waiting;
      if (this.#isReached(waiting)) this.#judge(state.account, symbol, isChanged(symbol));
    }
  }

  #takeJudged(state: AccountState, question: HoldingQuestion, hasMoved: boolean): void {
    if (!this.#follower.isNews(state.account)) return;
    for (const waiting of this.#put(state)) {
      if (!this.#isReached(waiting)) continue;
      const isSame = waiting.symbol === question.symbol && !hasMoved;
      // Judged on the same mark again at once, it would come to the same.
      if (isSame && whyJudged(this.#services, waiting.symbol) !== "not-yet") {
        this.#judgements.askLater(question);
      } else this.#judge(state.account, waiting.symbol, false);
    }
  }

  #put(state: AccountState): readonly Waiting[] {
    const { userId, accountId } = state.account;
    const shard = shardOf(userId);
    if (!this.#leases.isHeld(shard)) return [];
    const waitings = waitingsOf(this.#services, state);
    this.#positions.put({ userId, accountId, shard }, waitings);
    for (const { symbol } of waitings) {
      if (!this.#facts.has(symbol)) this.#facts.set(symbol, factsOf(this.#services, symbol));
    }
    return waitings;
  }

  #isReached({ symbol, quiet: { unitVndMin, unitVndMax } }: Waiting): boolean {
    const unitVnd = markedUnitVnd(this.#services, symbol) ?? 1n;
    return unitVnd < unitVndMin || (unitVndMax !== undefined && unitVnd > unitVndMax);
  }

  #judge(key: AccountKey, symbol: string, isChange: boolean): void {
    const why = isChange ? "change" : whyJudged(this.#services, symbol);
    if (why === "not-yet") this.#waitingSymbols.add(symbol);
    else this.#judgements.ask({ ...keyOf(key), symbol, isChange: why === "change" });
  }

  #heed(symbol: string): void {
    this.#waitingSymbols.delete(symbol);
    const unitVnd = markedUnitVnd(this.#services, symbol);
    if (unitVnd === undefined || this.#positions.isQuiet(symbol, Number(unitVnd))) return;
    const why = whyJudged(this.#services, symbol);
    if (why === "not-yet") {
      this.#waitingSymbols.add(symbol);
      return;
    }
    for (const { account } of this.#positions.hitBy(symbol, Number(unitVnd))) {
      this.#judgements.ask({ ...keyOf(account), symbol, isChange: why === "change" });
    }
  }
}

/** What positions in a symbol rest on, besides prices that come by themselves. */
function factsOf({ book }: WatchServices, symbol: string): string {
  const instrument = book.findInstrument(symbol);
  if (instrument === undefined) return "";
  const { marginRatio, marginCallRate, forceCloseRate } = book.ratesOf(instrument);
  return [
    marginRatio,
    marginCallRate,
    forceCloseRate,
    instrument.referencePrice,
    instrument.contractSize,
  ].join();
}

function nameOf({ userId, accountId }: AccountKey): string {
  return `${userId}/${accountId}`;
}

function keyOf({ userId, accountId }: AccountKey): AccountKey {
  return { userId, accountId };
}
