import { dayMs, startOfDateMs } from "@trading-oms/market";
import type { FeedMessage, FeedSnapshot, MarkRecord, Store } from "../ports/index.ts";

/** Where a book reads and saves, and what time it is in Unix milliseconds. */
type MarkServices = { readonly store: Store; readonly now: () => number };

/** What else is known of the feed that a book hears. */
export type MarkBookOptions = {
  /** Whether the market of the feed trades at any hour. */
  readonly isAlwaysTrading?: boolean | undefined;
  /** Whether the feed is an exchange that is only played; without it, prices in the store that were played are none. */
  readonly isPlayed?: boolean | undefined;
  /** Whether something can be traded at a price; a feed that tells another is not believed. */
  readonly isPrice?: IsPrice | undefined;
  /** Lets others go on between two parts of what is read or saved. */
  readonly breathe?: (() => Promise<void>) | undefined;
};

/** Judges a price by the reference price of its day, where a feed has told one. */
type IsPrice = (symbol: string, price: bigint, referencePrice?: bigint) => boolean;

/** The reference price of a day, and when that day is. */
type DayReference = { readonly price: bigint; readonly fromMs: number };

type FeedDay = Extract<FeedMessage, { readonly kind: "day" }>;

/** How far the clock of whoever tells of a trade may be ahead; a price from further ahead would stand for good. */
const aheadMsMax = 1_000;
/** A price that is further ahead than this is of a clock that was wrong, and gives way to one set by hand. */
const aheadOfHandMs = 60_000;

/** As many rows as are read without letting others wait for long. */
const rowsInPart = 2_000;

/** As many as are written while others wait for the store. */
const marksInSave = 500;

/** The last prices at hand, told by a feed or kept in the store by whomever, and what is known of the feed. */
export class MarkBook {
  readonly isAlwaysTrading: boolean;
  readonly isPlayed: boolean;
  readonly #services: MarkServices;
  readonly #isPrice: IsPrice;
  readonly #breathe: () => Promise<void>;
  readonly #marks = new Map<string, MarkRecord>();
  readonly #halted = new Set<string>();
  readonly #references = new Map<string, DayReference>();
  #unsaved = new Map<string, MarkRecord>();
  #heardAtMs: number | undefined;
  #refusedCount = 0;
  #passedOverCount = 0;
  #version = -1;
  /** How often it raised the store's counter since it read that. */
  #saveCount = 0;
  #atMs = 0;

  constructor(
    services: MarkServices,
    {
      isAlwaysTrading = false,
      isPlayed = false,
      isPrice = (_symbol, price) => price > 0n,
      breathe = async () => {},
    }: MarkBookOptions = {},
  ) {
    this.#services = services;
    this.#isPrice = isPrice;
    this.#breathe = breathe;
    this.isAlwaysTrading = isAlwaysTrading;
    this.isPlayed = isPlayed;
  }

  markOf(symbol: string): MarkRecord | undefined {
    return this.#marks.get(symbol);
  }

  isHalted(symbol: string): boolean {
    return this.#halted.has(symbol);
  }

  /** When a feed was heard last, be it with a price or without; undefined before. */
  heardAtMs(): number | undefined {
    return this.#heardAtMs;
  }

  /** As of when it has what the store has; a book that nobody refreshes grows old. */
  atMs(): number {
    return this.#atMs;
  }

  /** How many prices of feeds were not believed. */
  refusedCount(): number {
    return this.#refusedCount;
  }

  /** How many prices in the store were passed over because they were only played. */
  passedOverCount(): number {
    return this.#passedOverCount;
  }

  /** Takes over what a feed tells, and gives the symbols that something was told of. */
  hear(messages: readonly FeedMessage[]): ReadonlySet<string> {
    this.#heardAtMs = this.#services.now();
    const symbols = new Set<string>();
    for (const message of messages) {
      if (message.kind !== "heartbeat" && this.#isNews(message)) symbols.add(message.symbol);
    }
    return symbols;
  }

  /** Lets the store have the last price of each symbol that a feed told since it was saved before. */
  async save(): Promise<void> {
    const symbols = [...this.#unsaved.keys()];
    for (let start = 0; start < symbols.length; start += marksInSave) {
      await this.#saveOf(symbols.slice(start, start + marksInSave));
      await this.#breathe();
    }
  }

  async #saveOf(symbols: readonly string[]): Promise<void> {
    const saving = symbols.flatMap((symbol) => this.#unsaved.get(symbol) ?? []);
    for (const symbol of symbols) this.#unsaved.delete(symbol);
    await this.#services.store.setMarks(saving).catch((thrown: unknown) => {
      for (const mark of saving) {
        if (!this.#unsaved.has(mark.symbol)) this.#unsaved.set(mark.symbol, mark);
      }
      throw thrown;
    });
    this.#saveCount += 1;
  }

  /** Takes over what the store has and the book has not yet; gives the symbols whose last price that changed. */
  async refresh(): Promise<ReadonlySet<string>> {
    const changed = new Set<string>();
    const beganMs = this.#services.now();
    const saveCount = this.#saveCount;
    // The counter is asked before the marks, so that what is set meanwhile is read again next time.
    const { marks: version } = await this.#services.store.readVersions();
    // Every setting raises the counter by one: where it was all of this book's own, nothing is new.
    if (version !== this.#version + saveCount) await this.#takeSince(this.#version, changed);
    this.#version = version;
    this.#saveCount -= saveCount;
    this.#atMs = beganMs;
    return changed;
  }

  async #takeSince(version: number, changed: Set<string>): Promise<void> {
    let after: string | undefined;
    for (;;) {
      const part = await this.#services.store.listMarksSince({ version, after, limit: rowsInPart });
      for (const mark of part) {
        if (mark.isPlayed === true && !this.isPlayed) {
          this.#passedOverCount += 1;
          continue;
        }
        // What a feed has told in the same millisecond is newer than what it told the store.
        if (this.#unsaved.get(mark.symbol)?.atMs === mark.atMs) continue;
        if (this.#take(mark)) changed.add(mark.symbol);
      }
      if (part.length < rowsInPart) return;
      after = part.at(-1)?.symbol;
      await this.#breathe();
    }
  }

  #isNews(message: Exclude<FeedMessage, { readonly kind: "heartbeat" }>): boolean {
    switch (message.kind) {
      case "trade":
        return this.#isNewPrice(message.symbol, message.price, message.atMs);
      case "status":
        this.#setHalted(message.symbol, message.isHalted);
        return true;
      case "day":
        if (!this.#takeReference(message.symbol, message)) this.#refusedCount += 1;
        return this.#setHalted(message.symbol, false);
      case "snapshot": {
        this.#takeReference(message.symbol, message.quote);
        const hasChanged = this.#setHalted(message.symbol, message.quote.isHalted);
        return this.#isNewSnapshot(message) || hasChanged;
      }
      default:
        return false;
    }
  }

  /** A reference price that can't be true says nothing of the prices of its day. */
  #takeReference(symbol: string, { referencePrice, date }: FeedSnapshot["quote"] | FeedDay): boolean {
    const isTrue = this.#isPrice(symbol, referencePrice);
    if (isTrue) this.#references.set(symbol, { price: referencePrice, fromMs: startOfDateMs(date) });
    else this.#references.delete(symbol);
    return isTrue;
  }

  #setHalted(symbol: string, isHalted: boolean): boolean {
    if (this.#halted.has(symbol) === isHalted) return false;
    this.#halted[isHalted ? "add" : "delete"](symbol);
    return true;
  }

  /**
   * A price that was set by hand gives way to one that was paid after it, and to no other. One that a feed told gives way
   * in any case: a snapshot is all that the feed knows, so that a later price is of a feed that was mistaken for it.
   */
  #isNewSnapshot({ symbol, quote }: FeedSnapshot): boolean {
    const { lastPrice, lastTradedAtMs } = quote;
    const before = this.#marks.get(symbol);
    if (lastPrice === undefined || (before?.isByHand === true && lastTradedAtMs === undefined)) return false;
    const paidAtMs = lastTradedAtMs ?? latestPaidAtMs(quote);
    const isTakenBack = before?.isByHand === false && before.atMs > paidAtMs && before.price !== lastPrice;
    // The store keeps the later of two.
    return this.#isNewPrice(symbol, lastPrice, isTakenBack ? before.atMs + 1 : paidAtMs);
  }

  #isNewPrice(symbol: string, price: bigint, atMs: number): boolean {
    const mark = { symbol, price, atMs, isByHand: false, ...(this.isPlayed ? { isPlayed: true } : {}) };
    const isTrue = this.#isPrice(symbol, price, this.#referenceAt(symbol, atMs));
    if (!isTrue || atMs > this.#services.now() + aheadMsMax) {
      this.#refusedCount += 1;
      return false;
    }
    if (!this.#take(mark)) return false;
    this.#unsaved.set(symbol, mark);
    return true;
  }

  #referenceAt(symbol: string, atMs: number): bigint | undefined {
    const reference = this.#references.get(symbol);
    const passedMs = reference && atMs - reference.fromMs;
    return passedMs !== undefined && passedMs >= 0 && passedMs < dayMs ? reference?.price : undefined;
  }

  #take(mark: MarkRecord): boolean {
    const before = this.#marks.get(mark.symbol);
    if (before !== undefined && before.atMs > mark.atMs) {
      if (!mark.isByHand || before.atMs <= mark.atMs + aheadOfHandMs) return false;
    }
    if (before?.price === mark.price && before.isByHand === mark.isByHand && before.atMs === mark.atMs) {
      return false;
    }
    this.#marks.set(mark.symbol, mark);
    return true;
  }
}

/** A last price is of the day that its quote is of, whenever something else was told last. */
function latestPaidAtMs({ quotedAtMs, date }: FeedSnapshot["quote"]): number {
  return Math.min(quotedAtMs, startOfDateMs(date) + dayMs - 1);
}

/** Reads the last prices into memory; from then on a feed and the store tell of newer ones. */
export async function openMarkBook(services: MarkServices, options: MarkBookOptions = {}): Promise<MarkBook> {
  const book = new MarkBook(services, options);
  await book.refresh();
  return book;
}
