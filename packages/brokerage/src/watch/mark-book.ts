import { dayMs, startOfDateMs } from "@trading-oms/market";
import type { FeedMessage, FeedSnapshot, MarkRecord, Store } from "../ports/index.ts";
import { MarkRow } from "./mark-row.ts";

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
  /** Whether a symbol is listed; what a feed tells of another is not kept. */
  readonly isListed?: ((symbol: string) => boolean) | undefined;
  /** Whether the feed's own price of a symbol is not to be relied on yet. */
  readonly isDoubtful?: ((symbol: string) => boolean) | undefined;
  /** Lets others go on between two parts of what is read or saved. */
  readonly breathe?: (() => Promise<void>) | undefined;
};

/** Judges a price by the reference price of its day, where a feed has told one. */
type IsPrice = (symbol: string, price: bigint, referencePrice?: bigint) => boolean;

type FeedDay = Extract<FeedMessage, { readonly kind: "day" }>;

/** A feed that was silent for longer tells nothing of now. */
export const silenceMsMax = 30_000;

/** How far the clock of whoever tells of a trade may be ahead; a price from further ahead would stand for good. */
const aheadMsMax = 1_000;

/** As many rows as are read without letting others wait for long. */
const rowsInPart = 2_000;

/** As many are handed to the store in a row, for which whoever asks meanwhile waits half a millisecond. */
const marksInSave = 100;

/** The last prices at hand, told by a feed or kept in the store by whomever, and what is known of the feed. */
export class MarkBook {
  readonly isAlwaysTrading: boolean;
  readonly isPlayed: boolean;
  readonly #services: MarkServices;
  readonly #isPrice: IsPrice;
  readonly #isListed: (symbol: string) => boolean;
  readonly #isDoubtful: (symbol: string) => boolean;
  readonly #breathe: () => Promise<void>;
  readonly #rows = new Map<string, MarkRow>();
  /** Every row that is unsaved, and such as were until the store told of a newer price; a set would make its room anew all the time. */
  readonly #unsaved: MarkRow[] = [];
  #turn: Promise<void> = Promise.resolve();
  #hearing = 0;
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
      isListed = () => true,
      isDoubtful = () => false,
      breathe = async () => {},
    }: MarkBookOptions = {},
  ) {
    this.#services = services;
    this.#isPrice = isPrice;
    this.#isListed = isListed;
    this.#isDoubtful = isDoubtful;
    this.#breathe = breathe;
    this.isAlwaysTrading = isAlwaysTrading;
    this.isPlayed = isPlayed;
  }

  markOf(symbol: string): MarkRecord | undefined {
    return this.#rows.get(symbol)?.mark();
  }

  /** The last price alone, for which nothing is made. */
  priceOf(symbol: string): bigint | undefined {
    return this.#rows.get(symbol)?.price;
  }

  isHalted(symbol: string): boolean {
    return this.#rows.get(symbol)?.isHalted === true;
  }

  /** Whether the last price is of a feed that can't vouch for it yet; one that was set by hand is not. */
  isDoubtful(symbol: string): boolean {
    return this.#rows.get(symbol)?.isByHand !== true && this.#isDoubtful(symbol);
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

  /** Takes over what a feed tells, and gives the symbols that something was told of, each once. */
  hear(messages: readonly FeedMessage[]): readonly string[] {
    this.#heardAtMs = this.#services.now();
    this.#hearing += 1;
    const symbols: string[] = [];
    for (const message of messages) {
      const row = this.#newsOf(message);
      if (row === undefined || row.hearing === this.#hearing) continue;
      row.hearing = this.#hearing;
      symbols.push(row.symbol);
    }
    return symbols;
  }

  /** Lets the store have the last price of each symbol that a feed told since it was saved before. */
  async save(): Promise<void> {
    // What is told meanwhile stands behind what was unsaved at first, and waits for the next time.
    for (let left = this.#unsaved.length; left > 0; left -= marksInSave) {
      await this.#saveRows(this.#unsaved.splice(0, Math.min(left, marksInSave)));
      await this.#breathe();
    }
  }

  async #saveRows(rows: readonly MarkRow[]): Promise<void> {
    const saving: { readonly row: MarkRow; readonly mark: MarkRecord }[] = [];
    for (const row of rows) {
      if (this.isDoubtful(row.symbol)) {
        this.#unsaved.push(row);
        continue;
      }
      // What was set by hand meanwhile came from the store, and is newer than what a feed had told.
      const mark = row.isUnsaved && !row.isByHand ? row.record() : undefined;
      row.isUnsaved = false;
      row.isListed = false;
      if (mark !== undefined) saving.push({ row, mark });
    }
    if (saving.length === 0) return;
    try {
      await this.#inTurn(async () => {
        await this.#services.store.setMarks(saving.map(({ mark }) => mark));
        this.#saveCount += 1;
      });
    } catch (thrown) {
      for (const { row, mark } of saving) if (row.says(mark)) this.#noteUnsaved(row);
      throw thrown;
    }
  }

  /** Saves and looks at the store's counter are kept apart: of a save under way nobody knows whether the counter has it. */
  #inTurn<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    const working = this.#turn.then(work);
    this.#turn = working.then(
      () => {},
      () => {},
    );
    return working;
  }

  /** Takes over what the store has and the book has not yet; gives the symbols whose last price that changed. */
  async refresh(): Promise<ReadonlySet<string>> {
    const changed = new Set<string>();
    const beganMs = this.#services.now();
    // The counter is asked before the marks, so that what is set meanwhile is read again next time.
    const { version, saveCount } = await this.#inTurn(async () => {
      const { marks } = await this.#services.store.readVersions();
      return { version: marks, saveCount: this.#saveCount };
    });
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
        const row = this.#rowOf(mark.symbol);
        // What a feed has told in the same millisecond is newer than what it told the store.
        if (row.atMs === mark.atMs && row.isUnsaved) continue;
        if (!row.take(mark)) continue;
        changed.add(mark.symbol);
        // The store's own has not to be saved.
        row.isUnsaved = false;
      }
      if (part.length < rowsInPart) return;
      after = part.at(-1)?.symbol;
      await this.#breathe();
    }
  }

  /** Takes over a message; gives what is known of its symbol, where that is news. */
  #newsOf(message: FeedMessage): MarkRow | undefined {
    switch (message.kind) {
      case "trade":
        return this.#takePrice(message, message.price, message.atMs);
      case "status": {
        const row = this.#heardRowOf(message.symbol);
        if (row !== undefined) row.isHalted = message.isHalted;
        return row;
      }
      case "day": {
        const row = this.#heardRowOf(message.symbol);
        if (row === undefined) return undefined;
        if (!this.#takeReference(row, message)) this.#refusedCount += 1;
        return row.setHalted(false) ? row : undefined;
      }
      case "snapshot": {
        const row = this.#heardRowOf(message.symbol);
        if (row === undefined) return undefined;
        this.#takeReference(row, message.quote);
        const hasChanged = row.setHalted(message.quote.isHalted);
        return this.#takeSnapshot(row, message) ?? (hasChanged ? row : undefined);
      }
      default:
        return undefined;
    }
  }

  /** A reference price that can't be true says nothing of the prices of its day. */
  #takeReference(row: MarkRow, { referencePrice, date }: FeedSnapshot["quote"] | FeedDay): boolean {
    const isTrue = this.#isPrice(row.symbol, referencePrice);
    row.setReference(isTrue ? referencePrice : undefined, startOfDateMs(date));
    return isTrue;
  }

  /**
   * A price that was set by hand gives way to one that was paid after it, and to no other. One that a feed told gives way
   * in any case: a snapshot is all that the feed knows, so that a later price is of a feed that was mistaken for it. Only
   * a fresh one that the store told stays: another process may have heard it, and this feed be yet to tell it.
   */
  #takeSnapshot(row: MarkRow, snapshot: FeedSnapshot): MarkRow | undefined {
    const { quote } = snapshot;
    const { lastPrice, lastTradedAtMs } = quote;
    const isByHand = row.price !== undefined && row.isByHand;
    if (lastPrice === undefined || (isByHand && lastTradedAtMs === undefined)) return undefined;
    const paidAtMs = lastTradedAtMs ?? latestPaidAtMs(quote);
    const isLater = row.price !== undefined && row.atMs > paidAtMs && row.price !== lastPrice;
    const isFeedsOwn = row.seq > 0 || this.#services.now() - row.atMs > silenceMsMax;
    const isTakenBack = isLater && !isByHand && isFeedsOwn;
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
    if (!isTrue || atMs > this.#services.now() + aheadMsMax) {
      this.#refusedCount += 1;
      return undefined;
    }
    const row = known ?? this.#rowOf(symbol);
    if (!row.take({ price, atMs, isByHand: false, isPlayed: this.isPlayed || undefined, seq }))
      return undefined;
    this.#noteUnsaved(row);
    return row;
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
