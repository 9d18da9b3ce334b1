import { dayMs } from "@trading-oms/market";
import type { MarkRecord } from "../ports/index.ts";

/** A price that is further ahead than this is of a clock that was wrong, and gives way to one set by hand. */
const aheadOfHandMs = 60_000;

/**
 * What is known of the price of one symbol, changed in place: what thousands of symbols are told a few times a second
 * and is made anew each time would have to be copied at every collection of garbage, on the thread on which searches wait.
 */
export class MarkRow {
  readonly symbol: string;
  /** Which hearing last told something of it. */
  hearing = 0;
  /** Whether the store has yet to be told of the last price. */
  isUnsaved = false;
  /** Whether it stands among those that are looked through for it. */
  isListed = false;
  /** The last price; undefined before one was told. */
  price: bigint | undefined;
  atMs = 0;
  isByHand = false;
  /** The number of the message that told the last price; 0 where the store did. */
  seq = 0;
  isHalted = false;
  #isPlayed: boolean | undefined;
  #mark: MarkRecord | undefined;
  /** The reference price of a day, where a feed has told one, and when that day begins. */
  #referencePrice: bigint | undefined;
  #referenceFromMs = 0;

  constructor(symbol: string) {
    this.symbol = symbol;
  }

  /** The last price for whoever asks: the same object for as long as it is the last. */
  mark(): MarkRecord | undefined {
    this.#mark ??= this.record();
    return this.#mark;
  }

  /** The last price for whoever takes it away: nothing of it is kept here. */
  record(): MarkRecord | undefined {
    const { symbol, price, atMs, isByHand, seq } = this;
    if (price === undefined) return undefined;
    return {
      symbol,
      price,
      atMs,
      isByHand,
      ...(seq === 0 ? {} : { seq }),
      ...(this.#isPlayed === undefined ? {} : { isPlayed: this.#isPlayed }),
    };
  }

  /** Takes a price in the place of the last one, unless that is later or the same. */
  take({ price, atMs, isByHand, isPlayed, seq = 0 }: Omit<MarkRecord, "symbol">): boolean {
    if (this.price !== undefined && this.atMs > atMs) {
      if (!isByHand || this.atMs <= atMs + aheadOfHandMs) return false;
    }
    const isSame = this.price === price && this.isByHand === isByHand && this.atMs === atMs;
    if (isSame && seq <= this.seq) return false;
    this.seq = seq;
    this.#mark = undefined;
    if (isSame) return false;
    this.price = price;
    this.atMs = atMs;
    this.isByHand = isByHand;
    this.#isPlayed = isPlayed;
    return true;
  }

  /** Whether a price is still the last. */
  says({ price, atMs, isByHand }: MarkRecord): boolean {
    return this.price === price && this.atMs === atMs && this.isByHand === isByHand;
  }

  /** Gives whether that is news. */
  setHalted(isHalted: boolean): boolean {
    if (this.isHalted === isHalted) return false;
    this.isHalted = isHalted;
    return true;
  }

  /** Takes the reference price of the day that begins then; undefined where none was told that can be true. */
  setReference(price: bigint | undefined, fromMs: number): void {
    this.#referencePrice = price;
    this.#referenceFromMs = fromMs;
  }

  /** The reference price of the day that a moment is of. */
  referenceAt(atMs: number): bigint | undefined {
    const passedMs = atMs - this.#referenceFromMs;
    return passedMs >= 0 && passedMs < dayMs ? this.#referencePrice : undefined;
  }
}
