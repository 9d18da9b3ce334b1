import { readQuote, renderQuote } from "@trading-oms/market";
import type { MarketDesk } from "./market-desk.ts";
import type { QuoteRecord } from "./ports/index.ts";
import type { Services } from "./services.ts";

/** What else is known where quotes are kept. */
export type QuoteKeeperOptions = {
  /** Lets others go on between two parts. */
  readonly breathe?: (() => Promise<void>) | undefined;
  /** Is told of the first quote in the store that can't be read; the others are counted. */
  readonly tellFaulty?: ((symbol: string, faults: readonly string[]) => void) | undefined;
};

/** So few that nobody waits long while they are written or read. */
const quotesInPart = 500;

/** A quote from further ahead would stand in the store until its time has come; it waits for that here. */
const aheadMsMax = 60_000;

/**
 * Keeps the quotes of a desk in the store, and takes over those that an earlier run or another process kept there. A
 * quote that a feed has told this process since is newer than any of them, and stays.
 */
export class QuoteKeeper {
  readonly #services: Pick<Services, "store" | "now">;
  readonly #desk: Pick<MarketDesk, "snapshotOf" | "restore">;
  readonly #options: QuoteKeeperOptions;
  readonly #readAt = new Map<string, number>();
  #unsaved = new Set<string>();
  #version = 0;
  #faultyCount = 0;

  constructor(
    services: Pick<Services, "store" | "now">,
    desk: Pick<MarketDesk, "snapshotOf" | "restore">,
    options: QuoteKeeperOptions = {},
  ) {
    this.#services = services;
    this.#desk = desk;
    this.#options = options;
  }

  /** How many quotes in the store could not be read, and were passed over. */
  faultyCount(): number {
    return this.#faultyCount;
  }

  /** Remembers symbols that a feed has told of, to be saved next. */
  note(symbols: Iterable<string>): void {
    for (const symbol of symbols) this.#unsaved.add(symbol);
  }

  /** Lets the store have the quotes that were noted since it last had them; those that it does not get are tried again. */
  async save(): Promise<void> {
    const symbols = [...this.#unsaved];
    for (let start = 0; start < symbols.length; start += quotesInPart) {
      const part = symbols.slice(start, start + quotesInPart);
      for (const symbol of part) this.#unsaved.delete(symbol);
      const records = this.#recordsOf(part);
      if (records.length === 0) continue;
      await this.#services.store.saveQuotes(records).catch((thrown: unknown) => {
        this.note(part);
        throw thrown;
      });
    }
  }

  /** Takes over every quote that the store has. */
  async restore(): Promise<void> {
    // The counter is asked before the quotes, so that what is saved meanwhile is read again by whoever follows.
    const { quotes: version } = await this.#services.store.readVersions();
    await this.#takeParts((after) => this.#services.store.listQuotes({ after, limit: quotesInPart }));
    this.#version = version;
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

  /**
   * Takes over the quotes of these symbols alone; gives undefined where they are as the store's counter says already.
   * Nobody waits for what another has begun.
   */
  refreshOf(symbols: readonly string[], version: number): Promise<void> | undefined {
    const stale = version === 0 ? [] : symbols.filter((symbol) => this.#readAt.get(symbol) !== version);
    return stale.length === 0 ? undefined : this.#refresh(stale, version);
  }

  async #refresh(symbols: readonly string[], version: number): Promise<void> {
    for (const record of await this.#services.store.readQuotes(symbols)) this.#take(record);
    for (const symbol of symbols) this.#readAt.set(symbol, version);
  }

  async #takeParts(read: (after: string | undefined) => Promise<readonly QuoteRecord[]>): Promise<void> {
    let after: string | undefined;
    for (;;) {
      const part = await read(after);
      for (const record of part) this.#take(record);
      if (part.length < quotesInPart) return;
      after = part.at(-1)?.symbol;
      await this.#options.breathe?.();
    }
  }

  #take({ symbol, seq, atMs, snapshot }: QuoteRecord): void {
    const reading = readQuote(snapshot);
    if (reading.kind === "quote") {
      this.#desk.restore({ kind: "snapshot", symbol, seq, atMs, quote: reading.quote });
      return;
    }
    if (this.#faultyCount === 0) this.#options.tellFaulty?.(symbol, reading.faults);
    this.#faultyCount += 1;
  }

  #recordsOf(symbols: readonly string[]): QuoteRecord[] {
    const latestMs = this.#services.now() + aheadMsMax;
    return symbols.flatMap((symbol) => {
      const snapshot = this.#desk.snapshotOf(symbol);
      if (snapshot === undefined) return [];
      const { seq, atMs, quote } = snapshot;
      if (atMs <= latestMs) return [{ symbol, seq, atMs, snapshot: renderQuote(quote) }];
      this.#unsaved.add(symbol);
      return [];
    });
  }
}
