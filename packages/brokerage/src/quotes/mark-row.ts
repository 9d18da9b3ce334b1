import {
  type ClosingPrice,
  calendarDateOf,
  dayMs,
  isOfClosingAuction,
  laterAtMs,
  type Price,
  startOfDateMs,
} from "@trading-oms/market";
import type { MarkRecord } from "../ports/index.ts";
import { comparableMs } from "./price-times.ts";
import { type QuoteState, referenceMarkOf, type TradingDay } from "./quote-state.ts";

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
  #state: QuoteState | undefined;
  #messageMs = 0;
  /** When the newest day begins, and its reference price, if a feed has sent one. */
  #dayFromMs = Number.NEGATIVE_INFINITY;
  #referencePrice: bigint | undefined;
  /** The last closing price that was received, and the time of its trade; infinite for one that was sent as such. */
  #close: (ClosingPrice & { readonly atMs: number }) | undefined;

  constructor(symbol: string) {
    this.symbol = symbol;
  }

  /** The last price, or the reference price of a day on which nothing was traded; the same object until it changes. */
  mark(): MarkRecord | undefined {
    this.#mark ??= this.#isReferenceCurrent() ? this.#referenceMark() : this.record();
    return this.#mark;
  }

  /** The price of `mark` alone, without an allocation. */
  currentPrice(): bigint | undefined {
    return this.#isReferenceCurrent() ? this.#referencePrice : this.price;
  }

  #isReferenceCurrent(): boolean {
    if (this.#referencePrice === undefined) return false;
    return this.price === undefined || this.atMs < this.#dayFromMs;
  }

  #referenceMark(): MarkRecord | undefined {
    const day = this.#state?.day;
    return day && referenceMarkOf(this.symbol, day, this.#state?.isPlayed);
  }

  /** A new object with the last price that was traded or set, which is not cached here. */
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

  /** The newest day and whether the symbol is halted; undefined before the first message about them. */
  state(): QuoteState | undefined {
    return this.#state;
  }

  noteMessage(atMs: number): void {
    this.#messageMs = laterAtMs(this.#messageMs, atMs);
  }

  /** The state after a message, with a time that is no earlier than that of the message before it. */
  stateAfter(state: QuoteState): QuoteState {
    this.noteMessage(state.atMs);
    return { ...state, atMs: this.#messageMs };
  }

  /** Returns whether a halt or the current price has changed. */
  setState(state: QuoteState): boolean {
    const [wasHalted, before] = [this.#state?.isHalted === true, this.currentPrice()];
    const wasReference = this.#isReferenceCurrent();
    const { day } = state;
    const previousClose = day?.previousClose ?? (day && this.#closeBefore(day));
    this.#state =
      previousClose === undefined || day === undefined ? state : { ...state, day: { ...day, previousClose } };
    this.#dayFromMs = state.day === undefined ? Number.NEGATIVE_INFINITY : startOfDateMs(state.day.date);
    this.#referencePrice = state.day?.referencePrice;
    if (wasReference || this.#isReferenceCurrent()) this.#mark = undefined;
    return wasHalted !== state.isHalted || before !== this.currentPrice();
  }

  /** The closing price before a day, which may be known here alone. */
  #closeBefore({ date }: TradingDay): ClosingPrice | undefined {
    const known = this.#state?.day;
    if (known?.date === date) return known.previousClose;
    if (this.#close === undefined || this.#close.date >= date) return undefined;
    return { date: this.#close.date, price: this.#close.price };
  }

  /** Keeps a closing price of a day, unless a later one is known. */
  closeAt(close: ClosingPrice | undefined, atMs: number = Number.POSITIVE_INFINITY): void {
    if (close === undefined) return;
    const known = this.#close;
    const isLater = known === undefined || known.date < close.date;
    if (isLater || (known.date === close.date && known.atMs <= atMs)) this.#close = { ...close, atMs };
  }

  /** Keeps the price of a trade of a feed if the closing auction made it. */
  noteTrade(price: Price, atMs: number): void {
    const date = calendarDateOf(atMs);
    if (isOfClosingAuction(date, atMs)) this.closeAt({ date, price }, atMs);
  }

  /** The reference price of the day of this time. */
  referenceAt(atMs: number): bigint | undefined {
    const passedMs = atMs - this.#dayFromMs;
    return passedMs >= 0 && passedMs < dayMs ? this.#referencePrice : undefined;
  }
}
