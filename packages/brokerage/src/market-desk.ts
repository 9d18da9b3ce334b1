import {
  type Application,
  type MarketMessage,
  QuoteBoard,
  type QuotedInstrument,
  type SearchEntry,
  SearchIndex,
  type SnapshotMessage,
  type StandingQuote,
} from "@trading-oms/market";
import type { CatalogEntry } from "./ports/index.ts";
import type { ReferenceBook } from "./services.ts";

/** What a term has found, the best match first. */
export type FoundInstruments = {
  /** Each with its quote and a version, which is another after each change. */
  readonly found: readonly QuotedInstrument[];
  /** The newest time of a quote among them; undefined where none has a quote. */
  readonly quotedAtMs: number | undefined;
};

/** How many entries are compared before others may go on. */
const entriesInStep = 1_000;

/** To index one, or to put it in its order, takes ten times as long. */
const changesInStep = 100;

type Catalog = ReadonlyMap<string, CatalogEntry>;

const nothingListed: Catalog = new Map();

/**
 * Finds instruments and knows what the market says of each: an index over the catalog, and a board of quotes that
 * takes an instrument in when it is first found or told of. A quote that nobody has told is none.
 */
export class MarketDesk {
  readonly #book: Pick<ReferenceBook, "findInstrument" | "listEntries">;
  readonly #board: QuoteBoard = new QuoteBoard();
  readonly #onBoard = new Set<string>();
  readonly #index = new SearchIndex();
  #catalog: Catalog = nothingListed;
  /** What was listed when the first message may have come. */
  readonly #catalogAtFirst: Catalog;
  readonly #newlyListed = new Set<string>();
  #following: Promise<void> | undefined;
  #awaited: Promise<void> | undefined;

  constructor(book: Pick<ReferenceBook, "findInstrument" | "listEntries">) {
    this.#book = book;
    this.#catalogAtFirst = book.listEntries();
  }

  /** Finds by symbol, ticker code and company name, at most `searchHitsMax`, in the catalog that was followed last. */
  search(term: string): FoundInstruments {
    return this.quotedOf(this.symbolsOf(term));
  }

  /** What is known of symbols that were found, in their order. */
  quotedOf(symbols: readonly string[]): FoundInstruments {
    const found: QuotedInstrument[] = [];
    let newestMs: number | undefined;
    for (const symbol of symbols) {
      this.#takeOnBoard(symbol);
      const quoted = this.#board.quotedOf(symbol);
      if (quoted === undefined) continue;
      found.push(quoted);
      // Depth, sentiment and news may be told before any quote is.
      const { quotedSeq = 0, quotedAtMs = 0 } = quoted.quote ?? {};
      if (quotedSeq > 0 && quotedAtMs > (newestMs ?? -1)) newestMs = quotedAtMs;
    }
    return { found, quotedAtMs: newestMs };
  }

  /** The symbols of what a search for a term would find, the best match first. */
  symbolsOf(term: string): readonly string[] {
    return this.#index.search(term).map(({ symbol }) => symbol);
  }

  /**
   * Resolves when a catalog is listed, be it an empty one, and what searches are to wait for is done; undefined where
   * that is so.
   */
  whenReady(): Promise<void> | undefined {
    const listing = this.#catalog === nothingListed ? this.follow(async () => {}) : undefined;
    if (listing === undefined || this.#awaited === undefined) return listing ?? this.#awaited;
    return Promise.all([listing, this.#awaited]).then(() => {});
  }

  /** Has searches wait until something is done, such as reading the quotes of an earlier run, or has failed. */
  waitFor(work: Promise<void>): void {
    const awaited = work
      .catch(() => {})
      .then(() => {
        if (this.#awaited === awaited) this.#awaited = undefined;
      });
    this.#awaited = awaited;
  }

  /** Takes what a feed tells of a symbol, as the board does. */
  apply(message: MarketMessage): Application {
    if (message.kind !== "heartbeat") this.#takeOnBoard(message.symbol);
    return this.#board.apply(message);
  }

  /** Takes what an earlier run or another process knew of a symbol, unless a feed has told this one something since. */
  restore(snapshot: SnapshotMessage): Application {
    const { symbol } = snapshot;
    this.#takeOnBoard(symbol);
    const application = this.#board.restore(snapshot);
    if (application === "applied") this.#order(symbol);
    return application;
  }

  /** All that is known of a symbol as it stands, to be written down at once: the next message changes it. */
  quoteOf(symbol: string): StandingQuote | undefined {
    return this.#board.quotedOf(symbol)?.quote;
  }

  /** Lets equal matches stand by what was traded since this was last asked, and names the symbols that were told of. */
  takeChangedSymbols(): readonly string[] {
    const symbols = this.#board.takeChangedSymbols();
    for (const symbol of symbols) this.#order(symbol);
    return symbols;
  }

  /** Does the same a step at a time, so that others may go on. */
  async takeChangedSymbolsIn(breathe: () => Promise<void>): Promise<readonly string[]> {
    const symbols = this.#board.takeChangedSymbols();
    let count = 0;
    for (const symbol of symbols) {
      this.#order(symbol);
      if (++count % changesInStep === 0) await breathe();
    }
    return symbols;
  }

  /**
   * Names the symbols that were listed since this was last asked, or since the desk was made: what was told of them
   * before was told in vain.
   */
  takeListedSymbols(): readonly string[] {
    const symbols = [...this.#newlyListed];
    this.#newlyListed.clear();
    return symbols;
  }

  /** Takes over the catalog that the book has by now, a step at a time; searches go on meanwhile. */
  follow(breathe: () => Promise<void>): Promise<void> {
    this.#following ??= this.#followIn(breathe).finally(() => {
      this.#following = undefined;
    });
    return this.#following;
  }

  /** Does the same at one stroke, where nothing else has to go on; whoever calls this never calls `follow`. */
  followAtOnce(): void {
    for (const _ of this.#steps());
    this.#newlyListed.clear();
  }

  async #followIn(breathe: () => Promise<void>): Promise<void> {
    for (const _ of this.#steps()) await breathe();
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
      this.#index.put(readNames(entry));
      if (this.#onBoard.has(entry.symbol)) this.#order(entry.symbol);
      if (++seen % changesInStep === 0) yield;
    }
    for (const symbol of gone) {
      this.#index.remove(symbol);
      if (++seen % changesInStep === 0) yield;
    }
    this.#catalog = catalog;
    for (const symbol of gone) this.#takeOffBoard(symbol);
    for (const symbol of changed) {
      this.#renewOnBoard(symbol);
      if (++seen % entriesInStep === 0) yield;
    }
  }

  #order(symbol: string): void {
    this.#index.setTradedValue(symbol, Number(this.#board.tradedValueOf(symbol)));
  }

  #takeOnBoard(symbol: string): void {
    if (this.#onBoard.has(symbol)) return;
    const instrument = this.#book.findInstrument(symbol);
    if (instrument === undefined) return;
    this.#board.list(instrument);
    this.#onBoard.add(symbol);
  }

  #renewOnBoard(symbol: string): void {
    if (!this.#onBoard.delete(symbol)) return;
    this.#takeOnBoard(symbol);
  }

  #takeOffBoard(symbol: string): void {
    this.#board.unlist(symbol);
    this.#onBoard.delete(symbol);
  }
}

/** Prices and lots change from day to day, and nobody is found by them. */
function areNamedAlike(one: CatalogEntry, other: CatalogEntry): boolean {
  const [names, otherNames] = [readNames(one), readNames(other)];
  return (
    names.tickerCode === otherNames.tickerCode &&
    names.companyName === otherNames.companyName &&
    names.aliases?.join("\n") === otherNames.aliases?.join("\n")
  );
}

/** Only texts are looked at, so that no number has to be read exactly. */
function readNames({ symbol, details }: CatalogEntry): SearchEntry {
  const { tickerCode, companyName, aliases } = JSON.parse(details) as SearchEntry;
  return { symbol, tickerCode, companyName, aliases };
}
