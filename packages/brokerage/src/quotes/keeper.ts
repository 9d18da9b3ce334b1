import { readQuote, renderQuote } from "@trading-oms/market";
import type { MarketDesk } from "../market-desk.ts";
import type { QuoteRecord } from "../ports/index.ts";
import type { Services } from "../services.ts";
import { isSignedPlayed, signPlayed } from "../watch/read-watch-status.ts";

/** What else is known where quotes are kept. */
export type QuoteKeeperOptions = {
  /** Lets others go on between two parts. */
  readonly breathe?: (() => Promise<void>) | undefined;
  /** Whether quotes are those of an exchange that is only played; without it, such quotes in the store are none. */
  readonly isPlayed?: boolean | undefined;
  /** Is told of the first quote in the store that can't be read; the others are counted. */
  readonly tellFaulty?: TellFaulty | undefined;
};

/** So few that nobody waits long while they are read. */
const quotesInPart = 500;

/** Fewer still, since the writer of the store may have no processor of its own, and covers wait behind them. */
const quotesInSave = 100;

/** As many are taken over in a row: a few milliseconds' work, for which whoever asks meanwhile has to wait. */
const quotesInRow = 100;

/** As many are written in a row, half a millisecond's work. */
const quotesWrittenInRow = 25;

/** A quote from further ahead would stand in the store until its time has come; it waits for that here. */
const aheadMsMax = 60_000;

/**
 * Keeps the quotes of a desk in the store, and takes over those that an earlier run or another process kept there. A
 * quote that a feed has told this process since is newer than any of them, and stays.
 */
export class QuoteKeeper {
  readonly #services: Pick<Services, "store" | "now">;
  readonly #desk: Pick<MarketDesk, "quoteOf">;
  readonly #reader: QuoteReader;
  readonly #breathe: () => Promise<void>;
  readonly #isPlayed: boolean;
  #unsaved = new Set<string>();
  #version = 0;

  constructor(
    services: Pick<Services, "store" | "now">,
    desk: Pick<MarketDesk, "quoteOf" | "restore">,
    { breathe = async () => {}, isPlayed = false, tellFaulty }: QuoteKeeperOptions = {},
  ) {
    this.#services = services;
    this.#desk = desk;
    this.#reader = new QuoteReader(services.store, desk, tellFaulty, isPlayed);
    this.#isPlayed = isPlayed;
    this.#breathe = breathe;
  }

  /** How many quotes in the store could not be read, and were passed over. */
  faultyCount(): number {
    return this.#reader.faultyCount();
  }

  /** Remembers symbols that a feed has told of, to be saved next. */
  note(symbols: Iterable<string>): void {
    for (const symbol of symbols) this.#unsaved.add(symbol);
  }

  /** Lets the store have the quotes that were noted since it last had them; those that it does not get are tried again. */
  async save(): Promise<void> {
    const symbols = [...this.#unsaved];
    for (let start = 0; start < symbols.length; start += quotesInSave) {
      const part = symbols.slice(start, start + quotesInSave);
      for (const symbol of part) this.#unsaved.delete(symbol);
      try {
        const records = await this.#recordsOf(part);
        if (records.length > 0) await this.#services.store.saveQuotes(records);
      } catch (thrown) {
        this.note(part);
        throw thrown;
      }
    }
  }

  /** Takes over every quote that the store has. */
  async restore(): Promise<void> {
    // The counter is asked before the quotes, so that what is saved meanwhile is read again by whoever follows.
    const { quotes: version } = await this.#services.store.readVersions();
    await this.#takeParts((after) => this.#services.store.listQuotes({ after, limit: quotesInPart }));
    this.#version = version;
  }

  /** Takes over the quotes of these symbols, whenever they were saved; for symbols that were not listed before. */
  async restoreOf(symbols: readonly string[]): Promise<void> {
    for (let start = 0; start < symbols.length; start += quotesInPart) {
      const part = symbols.slice(start, start + quotesInPart);
      await this.#take(await this.#services.store.readQuotes(part));
    }
  }

  /** Takes over what was saved since it did so last, where the store's counter tells that something was. */
  async follow(version: number): Promise<void> {
    const since = this.#version;
    if (version === since) return;
    // A store that was restored counts on from what its backup says, which may be less.
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
      await this.#breathe();
    }
  }

  async #recordsOf(symbols: readonly string[]): Promise<QuoteRecord[]> {
    const records: QuoteRecord[] = [];
    const latestMs = this.#services.now() + aheadMsMax;
    let count = 0;
    for (const symbol of symbols) {
      if (++count % quotesWrittenInRow === 0) await this.#breathe();
      const quote = this.#desk.quoteOf(symbol);
      if (quote === undefined) continue;
      const { seq, atMs, ...known } = quote;
      const text = renderQuote(known);
      if (atMs > latestMs) this.#unsaved.add(symbol);
      else records.push({ symbol, seq, atMs, snapshot: this.#isPlayed ? signPlayed(text) : text });
    }
    return records;
  }
}

/** Is told of a quote in the store that can't be read. */
export type TellFaulty = (symbol: string, faults: readonly string[]) => void;

/** Takes over quotes that the store has; one that a feed has told this process since is newer than any of them. */
export class QuoteReader {
  readonly #store: Pick<Services["store"], "readQuotes">;
  readonly #desk: Pick<MarketDesk, "restore">;
  readonly #tellFaulty: TellFaulty | undefined;
  readonly #takesPlayed: boolean;
  readonly #readAt = new Map<string, number>();
  #faultyCount = 0;

  /**
   * The first quote that can't be read is told of, and the others are counted. Quotes that were only played are passed
   * over, unless it is said that they are taken.
   */
  constructor(
    store: Pick<Services["store"], "readQuotes">,
    desk: Pick<MarketDesk, "restore">,
    tellFaulty?: TellFaulty,
    takesPlayed = false,
  ) {
    this.#store = store;
    this.#desk = desk;
    this.#tellFaulty = tellFaulty;
    this.#takesPlayed = takesPlayed;
  }

  /** How many quotes in the store could not be read, and were passed over. */
  faultyCount(): number {
    return this.#faultyCount;
  }

  take({ symbol, seq, atMs, snapshot }: QuoteRecord): void {
    if (!this.#takesPlayed && isSignedPlayed(snapshot)) return;
    const reading = readQuote(snapshot);
    if (reading.kind === "quote") {
      this.#desk.restore({ kind: "snapshot", symbol, seq, atMs, quote: reading.quote });
      return;
    }
    if (this.#faultyCount === 0) this.#tellFaulty?.(symbol, reading.faults);
    this.#faultyCount += 1;
  }

  /**
   * Takes over the quotes of these symbols alone; gives undefined where they are as the store's counter says already.
   * Nobody waits for what another has begun.
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
