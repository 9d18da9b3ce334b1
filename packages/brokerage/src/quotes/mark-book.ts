import { calendarDateOf, closeOf, dayMs, startOfDateMs } from "@trading-oms/market";
import type {
  FeedMessage,
  FeedSnapshot,
  HeardTimes,
  MarkRecord,
  Store,
  StoreVersions,
} from "../ports/index.ts";
import { MarkRow } from "./mark-row.ts";
import { MovedCounts } from "./moved-days.ts";
import { isAhead, silenceMsMax, sourceAheadMsMax, storedHeardAtMs, withoutTimeAhead } from "./price-times.ts";
import { isSameDay, laterState, type QuoteState, type TradingDay } from "./quote-state.ts";

/** The store of a book, and its clock in Unix milliseconds. */
export type MarkServices = { readonly store: Store; readonly now: () => number };

export type MarkBookOptions = {
  /** Whether the market of the feed trades at any hour. */
  readonly isAlwaysTrading?: boolean | undefined;
  /** Whether the feed is a simulated exchange. Otherwise simulated prices in the store are ignored. */
  readonly isPlayed?: boolean | undefined;
  /** Whether a price is tradable. Other feed prices are rejected. */
  readonly isPrice?: IsPrice | undefined;
  /** Whether a symbol is listed. Messages about other symbols are dropped. */
  readonly isListed?: ((symbol: string) => boolean) | undefined;
  /** Whether the feed's price of a symbol is not reliable yet. */
  readonly isDoubtful?: ((symbol: string) => boolean) | undefined;
  readonly yieldToEventLoop?: (() => Promise<void>) | undefined;
};

/** Checks a price against the reference price of its day, if a feed has sent one. */
type IsPrice = (symbol: string, price: bigint, referencePrice?: bigint) => boolean;

/** The saves of a book when a read of the store's counters began. */
export type SavesAtRead = {
  readonly begunCount: number;
  readonly doneCount: number;
  readonly isSaving: boolean;
};

/** Page size, small enough not to block other work. */
const rowsInPart = 2_000;

/** The size of one save. Encoding it takes half a millisecond, during which requests wait. */
const marksInSave = 100;

/** The last prices in memory, from a feed or from the store, and the state of the feed. */
export class MarkBook {
  readonly isAlwaysTrading: boolean;
  readonly isPlayed: boolean;
  /** Whether the newest days of all symbols were read from the store, so that those here are complete. */
  knowsDays = false;
  /** What was counted over the newest days. */
  readonly movedCounts: MovedCounts = new MovedCounts();
  readonly #services: MarkServices;
  readonly #isPrice: IsPrice;
  readonly #isListed: (symbol: string) => boolean;
  readonly #isDoubtful: (symbol: string) => boolean;
  readonly #yieldToEventLoop: () => Promise<void>;
  readonly #rows = new Map<string, MarkRow>();
  /**
   * Every unsaved row, and rows whose unsaved price the store has since replaced. A set would reallocate all
   * the time.
   */
  readonly #unsaved: MarkRow[] = [];
  #hearing = 0;
  #heardAtMs: number | undefined;
  #heardElsewhere: HeardTimes = {};
  #refusedCount = 0;
  #aheadCount = 0;
  #passedOverCount = 0;
  #version = -1;
  #saves = { begunCount: 0, underWayCount: 0, doneCount: 0 };
  /** How many saves the last read of the counter included; undefined if one was under way meanwhile. */
  #savesInVersion: number | undefined;
  /** Symbols whose last price changed by a refresh that failed before it could tell. */
  #untold = new Set<string>();
  /** The latest time of a row since the last search for times ahead. */
  #latestMs = 0;

  constructor(
    services: MarkServices,
    {
      isAlwaysTrading = false,
      isPlayed = false,
      isPrice = (_symbol, price) => price > 0n,
      isListed = () => true,
      isDoubtful = () => false,
      yieldToEventLoop = async () => {},
    }: MarkBookOptions = {},
  ) {
    this.#services = services;
    this.#isPrice = isPrice;
    this.#isListed = isListed;
    this.#isDoubtful = isDoubtful;
    this.#yieldToEventLoop = yieldToEventLoop;
    this.isAlwaysTrading = isAlwaysTrading;
    this.isPlayed = isPlayed;
  }

  /** The last price, or the reference price of a day on which nothing was traded. */
  markOf(symbol: string): MarkRecord | undefined {
    return this.#rows.get(symbol)?.mark();
  }

  byHandOf(symbol: string): MarkRecord | undefined {
    const mark = this.markOf(symbol);
    return mark?.isByHand === true ? mark : undefined;
  }

  /** The price of `markOf` alone, without an allocation. */
  priceOf(symbol: string): bigint | undefined {
    return this.#rows.get(symbol)?.currentPrice();
  }

  /** The newest day of a symbol and whether it is halted, as a feed or the store says. */
  stateOf(symbol: string): QuoteState | undefined {
    return this.#rows.get(symbol)?.state();
  }

  *days(): Iterable<readonly [string, TradingDay]> {
    for (const [symbol, row] of this.#rows) {
      const day = row.state()?.day;
      if (day !== undefined) yield [symbol, day];
    }
  }

  isHalted(symbol: string): boolean {
    return this.stateOf(symbol)?.isHalted === true;
  }

  /** The listed symbols that are halted, in order. */
  haltedSymbols(): string[] {
    const halted = [...this.#rows.values()].filter((row) => row.state()?.isHalted === true);
    return halted
      .map(({ symbol }) => symbol)
      .filter(this.#isListed)
      .sort();
  }

  /** Takes prices that this process has just set in the store. The next refresh tells of them. */
  adopt(marks: readonly MarkRecord[]): void {
    for (const mark of marks) {
      const row = this.#rowOf(mark.symbol);
      if (!this.#take(row, mark)) continue;
      row.isUnsaved = false;
      this.#untold.add(mark.symbol);
    }
  }

  /** Takes the newest day and a halt from a stored quote, unless a later message told of them. The next refresh tells of a change. */
  restore(snapshot: FeedSnapshot): void {
    const { symbol } = snapshot;
    const row = this.#heardRowOf(symbol);
    if (row === undefined) return;
    const stored = this.#stateOf(row, snapshot);
    const later = laterState(row.state(), stored, this.#services.now());
    if (later === stored && this.#setState(row, stored)) this.#untold.add(symbol);
  }

  /**
   * Whether the last price comes from a feed that cannot confirm it yet. A price set by hand is never
   * doubtful.
   */
  isDoubtful(symbol: string): boolean {
    return this.#rows.get(symbol)?.isByHand !== true && this.#isDoubtful(symbol);
  }

  /**
   * When this process received the last feed message, with or without a price; undefined before the first, or by a wrong
   * clock.
   */
  heardAtMs(): number | undefined {
    const heardAtMs = this.#heardAtMs;
    return heardAtMs === undefined || isAhead(heardAtMs, this.#services.now()) ? undefined : heardAtMs;
  }

  /** When the source of prices was last heard by this process or, as far as the store tells, by another. */
  sourceHeardAtMs(): number | undefined {
    const elsewhereMs = storedHeardAtMs(this.#heardElsewhere, this.isPlayed, this.#services.now());
    const ownMs = this.heardAtMs();
    return ownMs === undefined || elsewhereMs === undefined
      ? (ownMs ?? elsewhereMs)
      : Math.max(ownMs, elsewhereMs);
  }

  refusedCount(): number {
    return this.#refusedCount;
  }

  /** How many prices ahead of the clock were replaced, or lost their time. */
  aheadCount(): number {
    return this.#aheadCount;
  }

  /** Counts a position's decision price that was ahead of the clock and was replaced. */
  countAhead(): void {
    this.#aheadCount += 1;
  }

  /** How many prices in the store were ignored as simulated. */
  passedOverCount(): number {
    return this.#passedOverCount;
  }

  /** Applies feed messages; returns the changed symbols once each. A message whose price is rejected is passed to `onRejected`. */
  hear(
    messages: readonly FeedMessage[],
    onRejected: (message: FeedMessage) => void = () => {},
  ): readonly string[] {
    this.#heardAtMs = this.#services.now();
    this.#hearing += 1;
    const symbols: string[] = [];
    for (const message of messages) {
      const refusedCount = this.#refusedCount;
      const row = this.#newsOf(message);
      if (this.#refusedCount > refusedCount) onRejected(message);
      if (row === undefined || row.hearing === this.#hearing) continue;
      row.hearing = this.#hearing;
      symbols.push(row.symbol);
    }
    return symbols;
  }

  /** Saves the last feed price of each symbol that changed since its last save. */
  async save(): Promise<void> {
    // Prices that arrive meanwhile are appended and wait for the next save.
    for (let left = this.#unsaved.length; left > 0; left -= marksInSave) {
      await this.#saveRows(this.#unsaved.splice(0, Math.min(left, marksInSave)));
      await this.#yieldToEventLoop();
    }
  }

  async #saveRows(rows: readonly MarkRow[]): Promise<void> {
    const saving: { readonly row: MarkRow; readonly mark: MarkRecord }[] = [];
    for (const row of rows) {
      if (this.isDoubtful(row.symbol)) {
        this.#unsaved.push(row);
        continue;
      }
      // A price that came from the store meanwhile is newer than the feed's, and not unsaved.
      const mark = row.isUnsaved ? row.record() : undefined;
      row.isUnsaved = false;
      row.isListed = false;
      if (mark !== undefined) saving.push({ row, mark });
    }
    if (saving.length === 0) return;
    this.#saves.begunCount += 1;
    this.#saves.underWayCount += 1;
    try {
      const { store, now } = this.#services;
      await store.setMarks(
        saving.map(({ mark }) => mark),
        { nowMs: now() },
      );
      this.#saves.doneCount += 1;
    } catch (thrown) {
      for (const { row, mark } of saving) if (row.says(mark)) this.#noteUnsaved(row);
      throw thrown;
    } finally {
      this.#saves.underWayCount -= 1;
    }
  }

  /** Is called before the store's counters are read for `refresh`, which has to know the saves that they include. */
  beginRead(): SavesAtRead {
    const { begunCount, doneCount, underWayCount } = this.#saves;
    return { begunCount, doneCount, isSaving: underWayCount > 0 };
  }

  /** Adopts newer prices from the store, by counters that were just read or are read now; returns the symbols whose last price changed. */
  async refresh(read?: {
    readonly versions: StoreVersions;
    readonly saves: SavesAtRead;
  }): Promise<ReadonlySet<string>> {
    const changed = this.#untold;
    const beganMs = this.#services.now();
    const corrected = this.#correctTimesAhead(beganMs);
    // Reads the counter before the marks, so that concurrent writes are read again next time.
    const saves = read?.saves ?? this.beginRead();
    const versions = read?.versions ?? (await this.#services.store.readVersions());
    this.#heardElsewhere = versions;
    // Each save raises the counter by one. If all changes were this book's own saves, nothing is new. During a save it is unknown
    // whether the counter includes it, so everything since the last read is read.
    const isKnown = !saves.isSaving && saves.begunCount === this.#saves.begunCount;
    const ownCount =
      isKnown && this.#savesInVersion !== undefined ? saves.doneCount - this.#savesInVersion : 0;
    if (versions.marks !== this.#version + ownCount) await this.#takeSince(this.#version, changed, corrected);
    this.#version = versions.marks;
    this.#savesInVersion = isKnown ? saves.doneCount : undefined;
    while (corrected.length > 0) await this.#saveRows(corrected.splice(0, marksInSave));
    this.#untold = new Set();
    return changed;
  }

  /** Adds to `corrected` the rows to be saved over prices in the store that are ahead. */
  async #takeSince(version: number, changed: Set<string>, corrected: MarkRow[]): Promise<void> {
    let after: string | undefined;
    for (;;) {
      const part = await this.#services.store.listMarksSince({ version, after, limit: rowsInPart });
      for (const stored of part) {
        if (stored.isPlayed === true && !this.isPlayed) {
          this.#passedOverCount += 1;
          continue;
        }
        const mark = withoutTimeAhead(stored, this.#services.now());
        const row = this.#rowOf(mark.symbol);
        if (mark !== stored) {
          this.#aheadCount += 1;
          if (this.#take(row, mark)) changed.add(mark.symbol);
          row.isUnsaved = true;
          corrected.push(row);
          continue;
        }
        // A feed price of the same millisecond is newer than the saved one.
        if (row.atMs === mark.atMs && row.isUnsaved) continue;
        if (!this.#take(row, mark)) continue;
        changed.add(mark.symbol);
        // A price from the store needs no save.
        row.isUnsaved = false;
      }
      if (part.length < rowsInPart) return;
      after = part.at(-1)?.symbol;
      await this.#yieldToEventLoop();
    }
  }

  /** Applies a message; returns the row of its symbol if something changed. */
  #newsOf(message: FeedMessage): MarkRow | undefined {
    switch (message.kind) {
      case "trade":
        return this.#takePrice(message, message.price, message.atMs);
      case "close":
        this.#heardRowOf(message.symbol)?.closeAt({
          date: calendarDateOf(message.atMs),
          price: message.price,
        });
        return undefined;
      case "status": {
        const row = this.#heardRowOf(message.symbol);
        const { atMs, seq, isHalted } = message;
        if (row !== undefined)
          this.#setState(row, row.stateAfter({ ...row.state(), day: row.state()?.day, atMs, seq, isHalted }));
        return row;
      }
      case "day": {
        const row = this.#heardRowOf(message.symbol);
        if (row === undefined) return undefined;
        const { atMs, seq, date, referencePrice } = message;
        const state = this.#checked(row, { atMs, seq, day: { date, referencePrice }, isHalted: false });
        if (state.day === undefined) this.#refusedCount += 1;
        return this.#setState(row, row.stateAfter(state)) ? row : undefined;
      }
      case "snapshot": {
        const row = this.#heardRowOf(message.symbol);
        if (row === undefined) return undefined;
        const hasChanged = this.#setState(row, this.#stateOf(row, message));
        return this.#takeSnapshot(row, message) ?? (hasChanged ? row : undefined);
      }
      case "heartbeat":
        return undefined;
      default:
        this.#rows.get(message.symbol)?.noteMessage(message.atMs);
        return undefined;
    }
  }

  /** Returns whether a halt or the current price has changed. */
  #setState(row: MarkRow, state: QuoteState): boolean {
    const before = row.state()?.day;
    const hasChanged = row.setState(state);
    if (!isSameDay(before, row.state()?.day)) this.movedCounts.clear();
    return hasChanged;
  }

  /** The state that a snapshot tells. The row notes its close. */
  #stateOf(row: MarkRow, { atMs, seq, quote }: FeedSnapshot): QuoteState {
    const { date, referencePrice, previousClose, isHalted } = quote;
    row.closeAt(closeOf(quote), quote.closePrice === undefined ? quote.lastTradedAtMs : undefined);
    return this.#checked(row, { atMs, seq, day: { date, referencePrice, previousClose }, isHalted });
  }

  /** A day with an impossible reference price is ignored. */
  #checked({ symbol }: MarkRow, state: QuoteState): QuoteState {
    const isTrue = state.day !== undefined && this.#isPrice(symbol, state.day.referencePrice);
    return { ...state, day: isTrue ? state.day : undefined, isPlayed: this.isPlayed || undefined };
  }

  /**
   * A price set by hand yields only to a trade after it. A feed price always yields: a snapshot is all that the feed
   * knows, so a later price came from a feed that was mistaken for this one. A recent price from the store stays:
   * another process may have received it before this feed did.
   */
  #takeSnapshot(row: MarkRow, snapshot: FeedSnapshot): MarkRow | undefined {
    const { quote } = snapshot;
    const { lastPrice, lastTradedAtMs } = quote;
    const isByHand = row.price !== undefined && row.isByHand;
    if (lastPrice === undefined || (isByHand && lastTradedAtMs === undefined)) return undefined;
    const paidAtMs = lastTradedAtMs ?? latestPaidAtMs(quote);
    const isLater = row.price !== undefined && row.atMs > paidAtMs && row.price !== lastPrice;
    const isFeedsOwn = row.seq > 0 || this.#services.now() - row.atMs > silenceMsMax;
    const isTakenBack = isLater && !isByHand && isFeedsOwn && !isAhead(row.atMs, this.#services.now());
    // The store keeps the later of two.
    return this.#takePrice(snapshot, lastPrice, isTakenBack ? row.atMs + 1 : paidAtMs);
  }

  #takePrice(
    { symbol, seq }: Pick<FeedSnapshot, "symbol" | "seq">,
    price: bigint,
    atMs: number,
  ): MarkRow | undefined {
    const known = this.#rows.get(symbol);
    const isTrue = this.#isPrice(symbol, price, known?.referenceAt(atMs));
    if (!isTrue || atMs > this.#services.now() + sourceAheadMsMax) {
      this.#refusedCount += 1;
      return undefined;
    }
    const row = known ?? this.#rowOf(symbol);
    row.noteMessage(atMs);
    row.noteTrade(price, atMs);
    if (!this.#take(row, { price, atMs, isByHand: false, isPlayed: this.isPlayed || undefined, seq }))
      return undefined;
    this.#noteUnsaved(row);
    return row;
  }

  #take(row: MarkRow, mark: Omit<MarkRecord, "symbol">): boolean {
    const nowMs = this.#services.now();
    const wasAhead = row.price !== undefined && isAhead(row.atMs, nowMs);
    if (!row.take(mark, nowMs)) return false;
    if (wasAhead) this.#aheadCount += 1;
    this.#latestMs = Math.max(this.#latestMs, mark.atMs);
    return true;
  }

  /** Corrects rows that took their time from a clock that was ahead and is right again, before that time comes. */
  #correctTimesAhead(nowMs: number): MarkRow[] {
    const corrected: MarkRow[] = [];
    if (!isAhead(this.#latestMs, nowMs)) return corrected;
    this.#latestMs = 0;
    for (const row of this.#rows.values()) {
      if (row.price === undefined || !isAhead(row.atMs, nowMs)) continue;
      row.loseTime();
      row.isUnsaved = true;
      this.#aheadCount += 1;
      corrected.push(row);
    }
    return corrected;
  }

  #noteUnsaved(row: MarkRow): void {
    row.isUnsaved = true;
    if (row.isListed) return;
    row.isListed = true;
    this.#unsaved.push(row);
  }

  #heardRowOf(symbol: string): MarkRow | undefined {
    return this.#rows.get(symbol) ?? (this.#isListed(symbol) ? this.#rowOf(symbol) : undefined);
  }

  #rowOf(symbol: string): MarkRow {
    let row = this.#rows.get(symbol);
    if (row === undefined) {
      row = new MarkRow(symbol);
      this.#rows.set(symbol, row);
    }
    return row;
  }
}

/** A last price belongs to the day of its quote, even if other fields changed later. */
function latestPaidAtMs({ quotedAtMs, date }: FeedSnapshot["quote"]): number {
  return Math.min(quotedAtMs, startOfDateMs(date) + dayMs - 1);
}
