import {
  type ApplyResult,
  type CalendarDate,
  calendarDateOf,
  type Exchange,
  type Holidays,
  type Instrument,
  listFutureAliases,
  type MarketMessage,
  QuoteBoard,
  type QuotedInstrument,
  type SearchEntry,
  SearchIndex,
  type SnapshotMessage,
  type StandingQuote,
} from "@trading-oms/market";
import type { CatalogEntry } from "./ports/index.ts";
import type { MarkBook } from "./quotes/mark-book.ts";
import type { ReferenceBook } from "./services.ts";

/** The results of a search, best match first. */
export type FoundInstruments = {
  /** Each with its quote and a version that changes with every update. */
  readonly found: readonly QuotedInstrument[];
  /** The newest time of a quote or a price by hand among the results. Undefined when none has one. */
  readonly quotedAtMs: number | undefined;
};

/** How many entries are compared before other work may run. */
const entriesInStep = 1_000;

/** Indexing or sorting one entry costs ten times as much as comparing it. */
const changesInStep = 100;

/** Weights in VND, which decide between instruments of which no traded value is known: the larger exchanges come first. */
const weightByExchange: Readonly<Record<Exchange, number>> = { HOSE: 2, HNX: 1, UPCOM: 0, DERIVATIVES: 0 };

type Catalog = ReadonlyMap<string, CatalogEntry>;

type SearchedBook = Pick<ReferenceBook, "findInstrument" | "listEntries" | "holidays">;

const nothingListed: Catalog = new Map();

/**
 * Searches instruments and holds their market state: an index over the catalog, and a board of quotes that adds an
 * instrument when a search or a message first mentions it. A missing quote is undefined.
 */
export class MarketBoard {
  readonly #book: SearchedBook;
  readonly #marks: Pick<MarkBook, "byHandOf"> | undefined;
  readonly #now: (() => number) | undefined;
  readonly #board: QuoteBoard = new QuoteBoard();
  readonly #index = new SearchIndex();
  #catalog: Catalog = nothingListed;
  /** The catalog at construction: its symbols are not newly listed. */
  readonly #catalogAtFirst: Catalog;
  readonly #newlyListed = new Set<string>();
  /** The aliases of futures, such as `VN30F1M`, by symbol. They move to other contracts after an expiration. */
  #aliases: ReadonlyMap<string, string> = new Map();
  #aliasesOf: { readonly date: CalendarDate; readonly holidays: Holidays } | undefined;
  #following: Promise<void> | undefined;
  #awaited: Promise<void> | undefined;

  /**
   * With `marks`, instruments show the prices that were set by hand and are the last ones. Without a clock, index
   * futures have no aliases.
   */
  constructor(book: SearchedBook, now?: () => number, marks?: Pick<MarkBook, "byHandOf">) {
    this.#book = book;
    this.#now = now;
    this.#marks = marks;
    this.#catalogAtFirst = book.listEntries();
  }

  /**
   * Searches by symbol, ticker code and company name in the last followed catalog; returns at most
   * `searchHitsMax`.
   */
  search(term: string): FoundInstruments {
    return this.quotedOf(this.symbolsOf(term));
  }

  /** The market state of found symbols, in the same order. */
  quotedOf(symbols: readonly string[]): FoundInstruments {
    const found: QuotedInstrument[] = [];
    let newestMs: number | undefined;
    for (const symbol of symbols) {
      this.#takeOnBoard(symbol);
      if (this.#marks !== undefined) this.#board.setPriceByHand(symbol, this.#marks.byHandOf(symbol));
      const quoted = this.#board.quotedOf(symbol);
      if (quoted === undefined) continue;
      found.push(quoted);
      // Depth, sentiment and news may arrive before any quote.
      const { quotedSeq = 0, quotedAtMs = 0 } = quoted.quote ?? {};
      const shownAtMs = quoted.byHand?.atMs ?? (quotedSeq > 0 ? quotedAtMs : -1);
      if (shownAtMs > (newestMs ?? -1)) newestMs = shownAtMs;
    }
    return { found, quotedAtMs: newestMs };
  }

  /** The symbols that a search finds, best match first. */
  symbolsOf(term: string): readonly string[] {
    this.#moveAliases();
    return this.#index.search(term).map(({ symbol }) => symbol);
  }

  /**
   * Resolves when a catalog, even an empty one, is loaded and the work passed to `waitFor` is done. Undefined when both
   * are done already.
   */
  whenReady(): Promise<void> | undefined {
    const listing = this.#catalog === nothingListed ? this.follow(async () => {}) : undefined;
    if (listing === undefined || this.#awaited === undefined) return listing ?? this.#awaited;
    return Promise.all([listing, this.#awaited]).then(() => {});
  }

  /** Makes `whenReady`, which callers await before a search, wait until the work has finished or failed. */
  waitFor(work: Promise<void>): void {
    const awaited = work
      .catch(() => {})
      .then(() => {
        if (this.#awaited === awaited) this.#awaited = undefined;
      });
    this.#awaited = awaited;
  }

  /** Applies a feed message to the board. A price that was rejected is not shown. */
  apply(message: MarketMessage, isRejected = false): ApplyResult {
    if (message.kind !== "heartbeat") this.#takeOnBoard(message.symbol);
    return this.#board.apply(message, isRejected);
  }

  /**
   * Applies a stored snapshot of an earlier run or another process, unless this process has a newer feed
   * message.
   */
  restore(snapshot: SnapshotMessage): ApplyResult {
    const { symbol } = snapshot;
    this.#takeOnBoard(symbol);
    const application = this.#board.restore(snapshot);
    if (application === "applied") this.#order(symbol);
    return application;
  }

  /** The current state of a symbol. The next message changes it in place, so serialize it synchronously. */
  quoteOf(symbol: string): StandingQuote | undefined {
    return this.#board.quotedOf(symbol)?.quote;
  }

  /** Returns the symbols that changed since the last call, and reorders equal matches by the value traded on the day before. */
  takeChangedSymbols(): readonly string[] {
    const symbols = this.#board.takeChangedSymbols();
    for (const symbol of symbols) this.#order(symbol);
    return symbols;
  }

  /** Does the same in steps, so that other work may run. */
  async takeChangedSymbolsIn(yieldToEventLoop: () => Promise<void>): Promise<readonly string[]> {
    const symbols = this.#board.takeChangedSymbols();
    let count = 0;
    for (const symbol of symbols) {
      this.#order(symbol);
      if (++count % changesInStep === 0) await yieldToEventLoop();
    }
    return symbols;
  }

  /**
   * Returns the symbols listed since the last call, or since construction. Earlier messages about them were
   * dropped.
   */
  takeListedSymbols(): readonly string[] {
    const symbols = [...this.#newlyListed];
    this.#newlyListed.clear();
    return symbols;
  }

  /** Adopts the book's current catalog in steps. Searches continue meanwhile. */
  follow(yieldToEventLoop: () => Promise<void>): Promise<void> {
    const follow = async (): Promise<void> => {
      for (const _ of this.#steps()) await yieldToEventLoop();
    };
    this.#following ??= follow().finally(() => {
      this.#following = undefined;
    });
    return this.#following;
  }

  /**
   * Does the same synchronously, for programs without concurrent work, and forgets newly listed symbols. Do not
   * combine with `follow`.
   */
  followAtOnce(): void {
    for (const _ of this.#steps());
    this.#newlyListed.clear();
  }

  *#steps(): Generator<void> {
    const before = this.#catalog;
    const catalog = this.#book.listEntries();
    if (catalog === before) return;
    const knownOf = before === nothingListed ? this.#catalogAtFirst : before;
    const renamed: CatalogEntry[] = [];
    const changed: string[] = [];
    const gone: string[] = [];
    let seen = 0;
    for (const entry of catalog.values()) {
      const old = before.get(entry.symbol);
      if (old?.details !== entry.details) {
        changed.push(entry.symbol);
        if (old === undefined || !areNamedAlike(old, entry)) renamed.push(entry);
        if (!knownOf.has(entry.symbol)) this.#newlyListed.add(entry.symbol);
      }
      if (++seen % entriesInStep === 0) yield;
    }
    for (const symbol of before.keys()) {
      if (!catalog.has(symbol)) gone.push(symbol);
      if (++seen % entriesInStep === 0) yield;
    }
    for (const entry of renamed) {
      this.#putNames(entry);
      if (++seen % changesInStep === 0) yield;
    }
    for (const symbol of gone) {
      this.#index.remove(symbol);
      if (++seen % changesInStep === 0) yield;
    }
    this.#catalog = catalog;
    for (const symbol of gone) this.#board.unlist(symbol);
    for (const symbol of changed) {
      if (this.#board.quotedOf(symbol) !== undefined) this.#listOnBoard(symbol);
      if (++seen % entriesInStep === 0) yield;
    }
  }

  /** Gives the futures the aliases of the day. */
  #moveAliases(): void {
    if (this.#now === undefined) return;
    const date = calendarDateOf(this.#now());
    const holidays = this.#book.holidays();
    if (date === this.#aliasesOf?.date && holidays === this.#aliasesOf.holidays) return;
    const former = this.#aliases;
    this.#aliasesOf = { date, holidays };
    this.#aliases = listFutureAliases(date, holidays);
    for (const symbol of new Set([...former.keys(), ...this.#aliases.keys()])) {
      const entry = this.#catalog.get(symbol);
      if (entry !== undefined && former.get(symbol) !== this.#aliases.get(symbol)) this.#putNames(entry);
    }
  }

  #putNames(entry: CatalogEntry): void {
    const { exchange, ...names } = readNames(entry);
    const alias = this.#aliases.get(entry.symbol);
    const aliases = alias === undefined ? names.aliases : [alias, ...(names.aliases ?? [])];
    this.#index.put({ ...names, aliases, weight: this.#weightOf(entry.symbol, exchange) });
  }

  #order(symbol: string): void {
    const exchange = this.#board.quotedOf(symbol)?.instrument.exchange;
    if (exchange !== undefined) this.#index.setWeight(symbol, this.#weightOf(symbol, exchange));
  }

  /** What was traded today would change the order while somebody types. */
  #weightOf(symbol: string, exchange: Exchange): number {
    return Number(this.#board.tradedValueBeforeOf(symbol)) + weightByExchange[exchange];
  }

  #takeOnBoard(symbol: string): void {
    if (this.#board.quotedOf(symbol) === undefined) this.#listOnBoard(symbol);
  }

  #listOnBoard(symbol: string): void {
    const instrument = this.#book.findInstrument(symbol);
    if (instrument !== undefined) this.#board.list(instrument);
  }
}

/** Prices and lots change daily and are not searchable. */
function areNamedAlike(one: CatalogEntry, other: CatalogEntry): boolean {
  return JSON.stringify(readNames(one)) === JSON.stringify(readNames(other));
}

type NumberField = "referencePrice" | "lot" | "minQuantity" | "maxQuantity" | "contractSize";

/** Reads only strings, so plain `JSON.parse` loses nothing. */
function readNames({ symbol, details }: CatalogEntry): SearchEntry & Pick<Instrument, "exchange"> {
  const read = JSON.parse(details) as Omit<Instrument, NumberField>;
  const { exchange, tickerCode, companyName, name, aliases, keywords = [] } = read;
  const sectors = [read.sectorLevel1, read.sectorLevel2, read.sectorLevel3, read.industryName];
  const words = [...keywords, ...sectors.filter((each) => each !== undefined)];
  return { symbol, exchange, tickerCode, companyName, name, aliases, keywords: words };
}
