import type { AccountKey } from "../ports/index.ts";
import type { WatchServices } from "../services.ts";
import type { WatchedPositions } from "./watched-positions.ts";

const accountsInPart = 500;

/**
 * Tracks the rates, terms and holidays that positions depend on, and the accounts that a change has still to
 * evaluate.
 */
export class BookChanges {
  readonly #services: WatchServices;
  readonly #positions: WatchedPositions;
  readonly #facts = new Map<string, string>();
  #newSymbols = new Set<string>();
  readonly #noted = new Map<string, Set<string>>();
  #holidays: string;
  #areHolidaysNew = false;

  constructor(services: WatchServices, positions: WatchedPositions) {
    this.#services = services;
    this.#positions = positions;
    this.#holidays = this.#writeHolidays();
  }

  /** Records a symbol's current facts, unless earlier ones have still to be compared. */
  remember(symbol: string): void {
    if (!this.#facts.has(symbol)) this.#facts.set(symbol, this.#writeFacts(symbol));
  }

  /** Finds changes in the book. Symbols without positions are dropped. */
  findChanges(): void {
    const holidays = this.#writeHolidays();
    if (holidays !== this.#holidays) this.#areHolidaysNew = true;
    this.#holidays = holidays;
    for (const [symbol, before] of this.#facts) {
      if (!this.#positions.isHeld(symbol)) {
        this.#facts.delete(symbol);
        continue;
      }
      const facts = this.#writeFacts(symbol);
      if (facts !== before) this.#newSymbols.add(symbol);
      this.#facts.set(symbol, facts);
    }
  }

  /** Reads the holders of changed symbols again, page by page. After a failure the symbols stay pending. */
  async read(read: (keys: readonly AccountKey[]) => Promise<void>): Promise<void> {
    const symbols = this.#newSymbols;
    const areHolidaysNew = this.#areHolidaysNew;
    this.#newSymbols = new Set();
    this.#areHolidaysNew = false;
    try {
      for (const symbol of symbols) await this.#readHolders(symbol, () => true, symbol, read);
      if (!areHolidaysNew) return;
      for (const symbol of [...this.#facts.keys()]) {
        await this.#readHolders(symbol, (isCalled) => isCalled, undefined, read);
      }
    } catch (thrown) {
      for (const symbol of symbols) this.#newSymbols.add(symbol);
      this.#areHolidaysNew ||= areHolidaysNew;
      throw thrown;
    }
  }

  /** Returns and forgets the symbols of an account that a change has still to evaluate. */
  take({ userId, accountId }: AccountKey): ReadonlySet<string> | undefined {
    const name = `${userId}/${accountId}`;
    const symbols = this.#noted.get(name);
    this.#noted.delete(name);
    return symbols;
  }

  async #readHolders(
    symbol: string,
    isWanted: (isCalled: boolean) => boolean,
    noted: string | undefined,
    read: (keys: readonly AccountKey[]) => Promise<void>,
  ): Promise<void> {
    const holders = [...this.#positions.ofSymbol(symbol)].filter(({ isCalled }) => isWanted(isCalled));
    for (let from = 0; from < holders.length; from += accountsInPart) {
      const keys = holders.slice(from, from + accountsInPart).map(({ account }) => account);
      for (const key of keys) this.#note(key, noted);
      await read(keys);
      // Accounts that are gone belong to another process.
      for (const key of keys) this.take(key);
    }
  }

  #note({ userId, accountId }: AccountKey, symbol: string | undefined): void {
    if (symbol === undefined) return;
    const name = `${userId}/${accountId}`;
    const symbols = this.#noted.get(name) ?? new Set();
    this.#noted.set(name, symbols.add(symbol));
  }

  #writeHolidays(): string {
    return [...this.#services.book.holidays()].join();
  }

  #writeFacts(symbol: string): string {
    const { book } = this.#services;
    const instrument = book.findInstrument(symbol);
    if (instrument === undefined) return "";
    const { marginRatio, marginCallRate, forceCloseRate } = book.ratesOf(instrument);
    const { referencePrice, contractSize } = instrument;
    return [marginRatio, marginCallRate, forceCloseRate, referencePrice, contractSize].join();
  }
}
