import { dayMs } from "@trading-oms/market";
import type { MarkRecord } from "../ports/index.ts";
import { comparableMs } from "./price-times.ts";

/**
 * The price state of one symbol, mutable: with thousands of updates several times a second, new objects would be copied
 * at every garbage collection, on the thread that serves searches.
 */
export class MarkRow {
  readonly symbol: string;
  /** The number of the last `hear` call that changed it. */
  hearing = 0;
  /** Whether the last price is still to be saved. */
  isUnsaved = false;
  /** Whether it is on the list of unsaved rows. */
  isListed = false;
  /** The last price; undefined before the first. */
  price: bigint | undefined;
  atMs = 0;
  isByHand = false;
  /** The sequence number of the message with the last price; 0 for a price from the store. */
  seq = 0;
  #isPlayed: boolean | undefined;
  #mark: MarkRecord | undefined;
  /** The reference price of a day, if a feed has sent one, and when that day begins. */
  #referencePrice: bigint | undefined;
  #referenceFromMs = 0;

  constructor(symbol: string) {
    this.symbol = symbol;
  }

  /** The last price, the same object until it changes. */
  mark(): MarkRecord | undefined {
    this.#mark ??= this.record();
    return this.#mark;
  }

  /** A new object with the last price, which is not cached here. */
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

  /** Replaces the last price, unless that is later or the same. A price ahead of the clock is older than every other. */
  take({ price, atMs, isByHand, isPlayed, seq = 0 }: Omit<MarkRecord, "symbol">, nowMs: number): boolean {
    if (this.price !== undefined && comparableMs(this.atMs, nowMs) > comparableMs(atMs, nowMs)) return false;
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

  /** Takes its time from a price that a wrong clock put ahead, so that it stays older than every other. */
  loseTime(): void {
    this.atMs = 0;
    this.#mark = undefined;
  }

  /** Whether a price is still the last one. */
  says({ price, atMs, isByHand }: MarkRecord): boolean {
    return this.price === price && this.atMs === atMs && this.isByHand === isByHand;
  }

  /** Sets the reference price of the day that begins at `fromMs`; undefined if no plausible one was sent. */
  setReference(price: bigint | undefined, fromMs: number): void {
    this.#referencePrice = price;
    this.#referenceFromMs = fromMs;
  }

  /** The reference price of the day of this time. */
  referenceAt(atMs: number): bigint | undefined {
    const passedMs = atMs - this.#referenceFromMs;
    return passedMs >= 0 && passedMs < dayMs ? this.#referencePrice : undefined;
  }
}
