import { readQuote, renderQuote, renderQuoteDay } from "@trading-oms/market";
import type { MarketBoard } from "../market-board.ts";
import type { QuoteRecord } from "../ports/index.ts";
import type { Services } from "../services.ts";
import { isAhead } from "./price-times.ts";
import { isSimulatedQuote, markSimulated } from "./simulated-quotes.ts";

export type QuoteKeeperOptions = {
  readonly yieldToEventLoop?: (() => Promise<void>) | undefined;
  /** Whether quotes come from a simulated exchange. Otherwise simulated quotes in the store are ignored. */
  readonly isPlayed?: boolean | undefined;
  /** When this process last heard the source of its quotes. It is saved with them, and without them every two seconds. */
  readonly heardAtMs?: (() => number | undefined) | undefined;
  /** Receives the first unreadable quote in the store. Further ones are only counted. */
  readonly onFaulty?: OnFaultyQuote | undefined;
};

/** Small enough that reading them causes no noticeable delay. */
const quotesInPart = 500;

/** Fewer still: the store's writer may share the thread, and covers wait behind it. */
const quotesInSave = 100;

/** Restored in one run: a few milliseconds, during which requests wait. */
const quotesInRow = 100;

/** Encoded in one run: half a millisecond. */
const quotesWrittenInRow = 25;

/** How often it is saved that the source was heard, which saves of quotes include. */
const heardSaveMs = 2_000;

/**
 * Saves a board's quotes to the store, and restores those that an earlier run or another process saved. A quote that
 * this process has since received from a feed is newer and stays.
 */
export class QuoteKeeper {
  readonly #services: Pick<Services, "store" | "now">;
  readonly #board: Pick<MarketBoard, "quoteOf">;
  readonly #reader: QuoteReader;
  readonly #yieldToEventLoop: () => Promise<void>;
  readonly #isPlayed: boolean;
  readonly #heardAtMs: () => number | undefined;
  #heardSavedAtMs = Number.NEGATIVE_INFINITY;
  #unsaved = new Set<string>();
  #version = 0;

  constructor(
    services: Pick<Services, "store" | "now">,
    board: Pick<MarketBoard, "quoteOf" | "restore">,
    {
      yieldToEventLoop = async () => {},
      isPlayed = false,
      heardAtMs = () => undefined,
      onFaulty,
    }: QuoteKeeperOptions = {},
  ) {
    this.#heardAtMs = heardAtMs;
    this.#services = services;
    this.#board = board;
    this.#reader = new QuoteReader(services.store, board, onFaulty, isPlayed);
    this.#isPlayed = isPlayed;
    this.#yieldToEventLoop = yieldToEventLoop;
  }

  /** The number of unreadable quotes in the store that were skipped. */
  faultyCount(): number {
    return this.#reader.faultyCount();
  }

  /** Queues symbols with feed messages for the next save. */
  note(symbols: Iterable<string>): void {
    for (const symbol of symbols) this.#unsaved.add(symbol);
  }

  /** Saves the queued quotes, and that their source was heard. What fails is tried again. */
  async save(): Promise<void> {
    const symbols = [...this.#unsaved];
    for (let start = 0; start < symbols.length; start += quotesInSave) {
      const part = symbols.slice(start, start + quotesInSave);
      for (const symbol of part) this.#unsaved.delete(symbol);
      try {
        const records = await this.#recordsOf(part);
        if (records.length > 0) await this.#saveRecords(records);
      } catch (thrown) {
        this.note(part);
        throw thrown;
      }
    }
    if (this.#heardToSave() !== undefined) await this.#saveRecords([]);
  }

  async #saveRecords(records: readonly QuoteRecord[]): Promise<void> {
    const { store, now } = this.#services;
    const atMs = this.#heardToSave();
    const heard = atMs === undefined ? undefined : { isPlayed: this.#isPlayed, atMs };
    await store.saveQuotes(records, { nowMs: now(), heard });
    if (atMs !== undefined) this.#heardSavedAtMs = atMs;
  }

  /** Undefined if it was saved lately. A clock that was set back makes it due as well. */
  #heardToSave(): number | undefined {
    const atMs = this.#heardAtMs();
    return atMs === undefined || Math.abs(atMs - this.#heardSavedAtMs) < heardSaveMs ? undefined : atMs;
  }

  async restore(): Promise<void> {
    // Reads the counter before the quotes, so that concurrent saves are read again by `follow`.
    const { quotes: version } = await this.#services.store.readVersions();
    await this.#takeParts((after) => this.#services.store.listQuotes({ after, limit: quotesInPart }));
    this.#version = version;
  }

  /** Restores the quotes of these symbols, whenever they were saved; for newly listed symbols. */
  async restoreOf(symbols: readonly string[]): Promise<void> {
    for (let start = 0; start < symbols.length; start += quotesInPart) {
      const part = symbols.slice(start, start + quotesInPart);
      await this.#take(await this.#services.store.readQuotes(part));
    }
  }

  /** Restores what was saved since the last call, if the store's counter has changed. */
  async follow(version: number): Promise<void> {
    const since = this.#version;
    if (version === since) return;
    // A restored store continues from its backup's counter, which may be lower.
    const from = version < since ? 0 : since;
    await this.#takeParts((after) =>
      this.#services.store.listQuotesSince({ version: from, after, limit: quotesInPart }),
    );
    this.#version = version;
  }

  async #takeParts(read: (after: string | undefined) => Promise<readonly QuoteRecord[]>): Promise<void> {
    let after: string | undefined;
    for (;;) {
      const part = await read(after);
      await this.#take(part);
      if (part.length < quotesInPart) return;
      after = part.at(-1)?.symbol;
    }
  }

  async #take(records: readonly QuoteRecord[]): Promise<void> {
    for (let start = 0; start < records.length; start += quotesInRow) {
      for (const record of records.slice(start, start + quotesInRow)) this.#reader.take(record);
      await this.#yieldToEventLoop();
    }
  }

  async #recordsOf(symbols: readonly string[]): Promise<QuoteRecord[]> {
    const records: QuoteRecord[] = [];
    const nowMs = this.#services.now();
    let count = 0;
    for (const symbol of symbols) {
      if (++count % quotesWrittenInRow === 0) await this.#yieldToEventLoop();
      const quote = this.#board.quoteOf(symbol);
      if (quote === undefined) continue;
      const { seq, atMs, ...known } = quote;
      const [day, snapshot] = [renderQuoteDay(known), renderQuote(known)];
      // It would block later ones in the store, so it waits for its time.
      if (isAhead(atMs, nowMs)) this.#unsaved.add(symbol);
      else if (!this.#isPlayed) records.push({ symbol, seq, atMs, day, snapshot });
      else records.push({ symbol, seq, atMs, day: markSimulated(day), snapshot: markSimulated(snapshot) });
    }
    return records;
  }
}

export type OnFaultyQuote = (symbol: string, faults: readonly string[]) => void;

/**
 * Restores quotes from the store. A quote that this process has since received from a feed is newer and
 * stays.
 */
export class QuoteReader {
  readonly #store: Pick<Services["store"], "readQuotes">;
  readonly #board: Pick<MarketBoard, "restore">;
  readonly #onFaulty: OnFaultyQuote | undefined;
  readonly #takesPlayed: boolean;
  readonly #readAt = new Map<string, number>();
  #faultyCount = 0;

  /**
   * Reports the first unreadable quote and counts the others. Skips simulated quotes unless configured
   * otherwise.
   */
  constructor(
    store: Pick<Services["store"], "readQuotes">,
    board: Pick<MarketBoard, "restore">,
    onFaulty?: OnFaultyQuote,
    takesPlayed = false,
  ) {
    this.#store = store;
    this.#board = board;
    this.#onFaulty = onFaulty;
    this.#takesPlayed = takesPlayed;
  }

  /** The number of unreadable quotes in the store that were skipped. */
  faultyCount(): number {
    return this.#faultyCount;
  }

  take({ symbol, seq, atMs, snapshot }: QuoteRecord): void {
    if (!this.#takesPlayed && isSimulatedQuote(snapshot)) return;
    const reading = readQuote(snapshot);
    if (reading.kind === "quote") {
      this.#board.restore({ kind: "snapshot", symbol, seq, atMs, quote: reading.quote });
      return;
    }
    if (this.#faultyCount === 0) this.#onFaulty?.(symbol, reading.faults);
    this.#faultyCount += 1;
  }

  /**
   * Restores the quotes of these symbols alone. Undefined when they are already at the store's counter. Concurrent
   * calls do not wait for each other.
   */
  refreshOf(symbols: readonly string[], version: number): Promise<void> | undefined {
    const stale = version === 0 ? [] : symbols.filter((symbol) => this.#readAt.get(symbol) !== version);
    return stale.length === 0 ? undefined : this.#refresh(stale, version);
  }

  async #refresh(symbols: readonly string[], version: number): Promise<void> {
    for (const record of await this.#store.readQuotes(symbols)) this.take(record);
    for (const symbol of symbols) this.#readAt.set(symbol, version);
  }
}
