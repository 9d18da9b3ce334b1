/** The positions of all accounts, kept in step with the store, and their figures at the last prices. */
import { type AccountFigures, figuresOfAccount, type Rates } from "@trading-oms/margin";
import {
  calendarDateOf,
  type DueRule,
  dayOf,
  dueTimeOf,
  type Instrument,
  startOfDateMs,
  unitVndOf,
} from "@trading-oms/market";
import { type CallState, callStateOf, outstandingOf, priceBelowRate } from "../accounts/account-status.ts";
import { everyShard } from "../accounts/accounts.ts";
import { isCallable } from "../accounts/callable.ts";
import { reservedUserId } from "../accounts/chains.ts";
import { markPositionBy, type ValuedPosition, valuePositionBy } from "../accounts/figures.ts";
import type { AccountKey, AccountState, ContactRecord, MarkRecord } from "../ports/index.ts";
import { withoutTimeAhead } from "../quotes/price-times.ts";
import { isReference } from "../quotes/quote-state.ts";
import { fullyPaid } from "../reference/rates.ts";
import type { WatchServices } from "../services.ts";
import { type ChangedAccounts, type FollowedAccounts, ShardFollower } from "../watch/shards.ts";
import { Holdings, type RowCall } from "./holdings.ts";

export type DeskOptions = {
  readonly due: DueRule;
  readonly yieldToEventLoop: () => Promise<void>;
};

/** Whether a call is due in the past, later today, or on a later day. */
export type DueState = "overdue" | "today" | "later";

/** A position of a listed symbol with an open call. */
export type OpenCall = AccountKey & {
  readonly valued: ValuedPosition & { readonly instrument: Instrument };
  readonly state: CallState;
  readonly openedAtMs: number;
  /** Undefined while the call has recovered, and if the holidays leave no trading day within a year. */
  readonly dueAtMs: number | undefined;
  readonly due: DueState;
  readonly outstandingVnd: bigint;
  readonly lastContact: ContactRecord | undefined;
};

export type FoundAccount = AccountKey & {
  readonly figures: AccountFigures;
  readonly outstandingVnd: bigint;
  readonly positionCount: number;
  readonly openCallCount: number;
};

/** What the positions of one symbol are valued by. */
type SymbolTerms = { readonly instrument: Instrument | undefined; readonly rates: Rates };

/** A call and what it was made from. A row with another state has another `rowCall`. */
type CachedCall = {
  readonly rowCall: RowCall;
  readonly lastPrice: MarkRecord | undefined;
  readonly terms: SymbolTerms;
  readonly call: OpenCall | undefined;
};

/** What values a position, for a scan. */
type ScannedPrice = {
  /** NaN where the average price stands in. */
  readonly price: number;
  /** Undefined where it is no last price. */
  readonly atMs: number | undefined;
  readonly unitVnd: bigint;
};

type Due = Pick<OpenCall, "dueAtMs" | "due">;

const notDue: Due = { dueAtMs: undefined, due: "later" };
/** How many call prices are computed before other work may run. */
const rowsInStep = 2_000;

/**
 * Follows the accounts of all shards without a lease, as a listener of its market. Every figure is computed by the functions that
 * decide.
 */
export class DeskProjection {
  readonly holdings: Holdings = new Holdings();
  readonly services: WatchServices;
  readonly #options: DeskOptions;
  readonly #follower: ShardFollower;
  #terms: SymbolTerms[] = [];
  #isStopped = false;
  #isBookNew = false;
  #doubtfulSymbols = "";
  #changeCount = 0;
  #openedCount = 0;
  #endedCount = 0;
  #calls: { readonly version: string; readonly calls: readonly OpenCall[] } | undefined;
  /** The calls that the last list was made of, by row. */
  #cached: { readonly period: string; readonly calls: ReadonlyMap<number, CachedCall> } | undefined;
  /** By the day of opening: thousands of calls open on few days. */
  readonly #dues = new Map<number, Due>();

  constructor(services: WatchServices, options: DeskOptions) {
    this.services = services;
    this.#options = options;
    this.#follower = new ShardFollower(services, {
      yieldToEventLoop: options.yieldToEventLoop,
      goesOn: () => !this.#isStopped,
      take: (state) => this.#take(state),
      reload: (shard) => this.#reload(shard),
    });
  }

  /** Whether all accounts have been read once. */
  get isLoaded(): boolean {
    return this.#follower.isFollowing;
  }

  get dueRule(): DueRule {
    return this.#options.due;
  }

  get yieldToEventLoop(): () => Promise<void> {
    return this.#options.yieldToEventLoop;
  }

  /** How many calls were opened and ended since all accounts were read. */
  get callChanges(): { readonly openedCount: number; readonly endedCount: number } {
    return { openedCount: this.#openedCount, endedCount: this.#endedCount };
  }

  /**
   * Changes with everything that a list shows: accounts, prices, rates, the catalog and holidays, and also when calls become overdue
   * or a day begins.
   */
  version(): string {
    this.#noteDoubts();
    return `${this.#changeCount}.${this.#period()}`;
  }

  /** The day, and whether calls of this day are overdue. */
  #period(): string {
    const nowMs = this.services.now();
    const date = calendarDateOf(nowMs);
    const isAfterDueTime = nowMs >= startOfDateMs(date) + this.dueRule.minuteOfDay * 60_000;
    return `${date}.${isAfterDueTime ? 1 : 0}`;
  }

  /** The accounts that a poll has to find; undefined before all were read. */
  followed(): FollowedAccounts | undefined {
    return this.isLoaded ? this.#follower.followed(everyShard) : undefined;
  }

  /** Reads all accounts at first, then those that a poll has found. */
  async follow(found?: ChangedAccounts): Promise<void> {
    if (this.isLoaded && found !== undefined) {
      await this.#renewCallPrices();
      return this.#follower.follow(everyShard, found);
    }
    const atMs = found?.askedAtMs ?? this.services.now();
    for (const shard of everyShard) await this.#follower.load(shard);
    this.#follower.noteRead(atMs);
  }

  /** Reads an account at once, since who has changed it asks for it next. */
  async read(key: AccountKey): Promise<void> {
    if (this.isLoaded) await this.#follower.read([key]);
  }

  /** Reads a shard again, and drops its accounts that are gone, as after a backup was restored over the store. */
  async #reload(shard: number): Promise<void> {
    const there = new Set<string>();
    await this.#follower.load(shard, undefined, ({ accountId }) => there.add(accountId));
    if (!this.#isStopped && this.holdings.removeOthers(shard, there)) this.#changeCount += 1;
  }

  onPriceChange(symbols: Iterable<string>): void {
    for (const symbol of symbols) {
      if (!this.holdings.isSymbolHeld(symbol)) continue;
      this.#changeCount += 1;
      return;
    }
  }

  onBookChange(): void {
    this.#terms = [];
    this.#dues.clear();
    this.#isBookNew = true;
    this.#changeCount += 1;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** The instrument and rates of a symbol, by its number. */
  termsOf(symbol: number): SymbolTerms {
    const known = this.#terms[symbol];
    if (known !== undefined) return known;
    const { book } = this.services;
    const instrument = book.findInstrument(this.holdings.symbolAt(symbol));
    const terms = { instrument, rates: instrument === undefined ? fullyPaid : book.ratesOf(instrument) };
    this.#terms[symbol] = terms;
    return terms;
  }

  /** The last price of a symbol, by its number. */
  lastPriceOf(symbol: number): MarkRecord | undefined {
    const mark = this.services.marks.markOf(this.holdings.symbolAt(symbol));
    return mark && withoutTimeAhead(mark, this.services.now());
  }

  /** The position of a row with its figures. */
  value(
    row: number,
    lastPrice: MarkRecord | undefined = this.lastPriceOf(this.holdings.symbolOf(row)),
  ): ValuedPosition {
    const terms = this.termsOf(this.holdings.symbolOf(row));
    const isHalted = this.services.marks.isHalted(this.holdings.symbolAt(this.holdings.symbolOf(row)));
    return valuePositionBy(this.services, this.holdings.positionOf(row), { ...terms, lastPrice, isHalted });
  }

  /**
   * Prices the rows of a scan, without the figures of their positions. Rows that the last price of their symbol values share
   * one object; a row with a price that another process decided on later, or that yields to a decided one, has its own.
   */
  scanPrices(): (row: number) => ScannedPrice {
    const { holdings, services } = this;
    const symbols = Array.from({ length: holdings.symbolsEnd }, (_, symbol) => {
      const { instrument } = this.termsOf(symbol);
      const lastPrice = this.lastPriceOf(symbol);
      const price = lastPrice?.price ?? instrument?.referencePrice;
      const isDoubtful = services.marks.isDoubtful(holdings.symbolAt(symbol));
      const isShared = instrument !== undefined && price !== undefined && !isDoubtful;
      const atMs = lastPrice && !isReference(lastPrice) ? lastPrice.atMs : undefined;
      const shared = isShared
        ? { price: Number(price), atMs, unitVnd: unitVndOf(instrument, price) }
        : undefined;
      return { instrument, lastPrice, shared };
    });
    return (row) => {
      const { instrument, lastPrice, shared } = symbols[holdings.symbolOf(row)] ?? {};
      if (shared !== undefined && this.#isValuedBy(row, shared.price, lastPrice?.atMs)) return shared;
      const { mark } = markPositionBy(services, holdings.positionOf(row), { instrument, lastPrice });
      return { price: Number(mark.price ?? Number.NaN), atMs: mark.atMs, unitVnd: mark.unitVnd };
    };
  }

  /** Whether a position is valued by a price, and not by one that another process decided on later. */
  #isValuedBy(row: number, price: number, atMs: number | undefined): boolean {
    const decidedAtMs = this.holdings.decidedAtMsOf(row);
    if (decidedAtMs < 0) return true;
    if (atMs === undefined) return false;
    return decidedAtMs < atMs || (decidedAtMs === atMs && this.holdings.decisionPriceOf(row) === price);
  }

  isCallable(row: number): boolean {
    const { holdings, services } = this;
    const symbol = holdings.symbolAt(holdings.symbolOf(row));
    return isCallable(services, { symbol, isClosing: holdings.isClosing(row) });
  }

  /** Every open call. The list is the same object until the version changes. */
  calls(): readonly OpenCall[] {
    const version = this.version();
    if (this.#calls?.version !== version) {
      this.#calls = { version, calls: this.#listCalls(`${this.#period()}/${this.#doubtfulSymbols}`) };
    }
    return this.#calls.calls;
  }

  /** The figures of an account, by its number. */
  accountOf(account: number): FoundAccount {
    const rows = [...this.holdings.rowsOf(account)];
    const valued = rows.map((row) => this.value(row));
    const isCalled = (row: number): boolean => this.holdings.calls.has(row) && this.isCallable(row);
    return {
      ...this.holdings.keyOf(account),
      figures: figuresOfAccount(this.holdings.equityOf(account), valued),
      outstandingVnd: valued.reduce((sumVnd, each) => sumVnd + outstandingOf(each), 0n),
      positionCount: rows.length,
      openCallCount: rows.filter(isCalled).length,
    };
  }

  /** Reuses the calls whose account, price and terms have not changed: between two lists few have. */
  #listCalls(period: string): OpenCall[] {
    const { holdings } = this;
    if (this.#cached?.period !== period) {
      this.#cached = undefined;
      this.#dues.clear();
    }
    const known = this.#cached?.calls ?? new Map<number, CachedCall>();
    const cached = new Map<number, CachedCall>();
    const lastPrices = new Map<number, MarkRecord | undefined>();
    const calls: OpenCall[] = [];
    for (const [row, rowCall] of holdings.calls) {
      if (!this.isCallable(row)) continue;
      const symbol = holdings.symbolOf(row);
      if (!lastPrices.has(symbol)) lastPrices.set(symbol, this.lastPriceOf(symbol));
      const lastPrice = lastPrices.get(symbol);
      const terms = this.termsOf(symbol);
      const before = known.get(row);
      const isSame = before?.rowCall === rowCall && before.lastPrice === lastPrice && before.terms === terms;
      const call = isSame ? before.call : this.#makeCall(row, rowCall, lastPrice);
      cached.set(row, { rowCall, lastPrice, terms, call });
      // The watch ends the calls of a symbol that is no longer listed.
      if (call !== undefined) calls.push(call);
    }
    this.#cached = { period, calls: cached };
    return calls;
  }

  #makeCall(row: number, rowCall: RowCall, lastPrice: MarkRecord | undefined): OpenCall | undefined {
    const valued = this.value(row, lastPrice);
    const { instrument, figures } = valued;
    if (instrument === undefined) return undefined;
    const state = callStateOf(figures);
    return {
      ...this.holdings.keyOf(this.holdings.accountOf(row)),
      ...rowCall,
      ...(state === "recovered" ? notDue : this.#dueOf(rowCall.openedAtMs)),
      valued: { ...valued, instrument },
      state,
      outstandingVnd: outstandingOf(valued),
    };
  }

  #dueOf(openedAtMs: number): Due {
    const day = dayOf(openedAtMs);
    const due = this.#dues.get(day) ?? this.#computeDue(openedAtMs);
    this.#dues.set(day, due);
    return due;
  }

  #computeDue(openedAtMs: number): Due {
    const nowMs = this.services.now();
    const dueAtMs = dueTimeOf(openedAtMs, this.dueRule, this.services.book.holidays());
    if (dueAtMs === undefined) return notDue;
    if (dueAtMs <= nowMs) return { dueAtMs, due: "overdue" };
    return { dueAtMs, due: calendarDateOf(dueAtMs) === calendarDateOf(nowMs) ? "today" : "later" };
  }

  #take(state: AccountState): void {
    // The audit chains of what belongs to no account.
    if (state.account.userId === reservedUserId) return;
    const changes = this.holdings.put(state, (position) => {
      const instrument = this.services.book.findInstrument(position.symbol);
      const rates = instrument && this.services.book.ratesOf(instrument);
      return rates && priceBelowRate(position, instrument, rates.marginCallRate);
    });
    if (changes === undefined) return;
    this.#changeCount += 1;
    if (!this.isLoaded) return;
    this.#openedCount += changes.opened;
    this.#endedCount += changes.ended;
  }

  /** Computes all call prices again after a change of rates or the catalog. */
  async #renewCallPrices(): Promise<void> {
    if (!this.#isBookNew) return;
    this.#isBookNew = false;
    const { holdings } = this;
    for (let row = 0; row < holdings.rowsEnd; row += 1) {
      if (row % rowsInStep === rowsInStep - 1) await this.#options.yieldToEventLoop();
      if (!holdings.isHeld(row)) continue;
      const { instrument, rates } = this.termsOf(holdings.symbolOf(row));
      holdings.setCallPrice(row, priceBelowRate(holdings.positionOf(row), instrument, rates.marginCallRate));
    }
    this.#changeCount += 1;
  }

  /** A feed may confirm a price, or begin to doubt it, without sending another one. */
  #noteDoubts(): void {
    const doubtful: string[] = [];
    for (let symbol = 0; symbol < this.holdings.symbolsEnd; symbol += 1) {
      const name = this.holdings.symbolAt(symbol);
      if (this.services.marks.isDoubtful(name)) doubtful.push(name);
    }
    const doubtfulSymbols = doubtful.join();
    if (doubtfulSymbols !== this.#doubtfulSymbols) this.#changeCount += 1;
    this.#doubtfulSymbols = doubtfulSymbols;
  }
}
