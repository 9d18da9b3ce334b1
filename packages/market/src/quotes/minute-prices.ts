/** The prices of each symbol by minute, in typed arrays. */
import type { Price } from "../price.ts";

/** The trades of one minute. Open and close follow the order of the messages, as a last price does. */
export type MinutePrice = {
  /** When the minute begins, in Unix milliseconds. */
  readonly atMs: number;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  /** In shares or contracts. */
  readonly quantity: number;
};

/** How many minutes with a trade are kept for a symbol. A trading day has 255. */
export const minutesMax = 300;

const minuteMs = 60_000;

/** Minutes are stored by their lowest 16 bits: what is older than the newest by 45 days is dropped. */
const spanMinutes = 65_535;

/** The numbers of a minute: open, high, low, close, quantity. */
const width = 5;

const narrowMax = 4_294_967_295;

/**
 * The last minutes with a trade of every symbol. A symbol that trades takes 6.6 kB, and 12.6 kB after a price above 4,294,967 or a
 * volume above 4,294,967,295 in a minute.
 */
export class MinutePrices {
  readonly #completeSinceMs = new Map<string, number>();
  readonly #rows = new Map<string, MinuteRow>();

  /** Notes that trades of a symbol before a time may be missing, and that all from it on will come. */
  begin(symbol: string, atMs: number): void {
    this.#completeSinceMs.set(symbol, atMs);
  }

  /** Adds a trade. A price is at most 2^53 thousandths. */
  add(symbol: string, price: Price, quantity: number, atMs: number): void {
    let row = this.#rows.get(symbol);
    if (row === undefined) {
      row = new MinuteRow();
      this.#rows.set(symbol, row);
      if (!this.#completeSinceMs.has(symbol)) this.begin(symbol, atMs);
    }
    row.add(Math.floor(atMs / minuteMs), Number(price), quantity);
  }

  /** From this time on no trade is missing; undefined before anything of the symbol was heard. */
  completeSinceMs(symbol: string): number | undefined {
    const begunMs = this.#completeSinceMs.get(symbol);
    return begunMs && Math.max(begunMs, this.#rows.get(symbol)?.keptSinceMs() ?? 0);
  }

  /** The last minutes with a trade, oldest first. */
  minutesOf(symbol: string): readonly MinutePrice[] {
    return this.#rows.get(symbol)?.list() ?? [];
  }

  byteCount(): number {
    let sum = 0;
    for (const row of this.#rows.values()) sum += row.byteCount();
    return sum;
  }
}

class MinuteRow {
  readonly #minutes = new Uint16Array(minutesMax);
  /** Thousandths and quantities, `width` for each minute. */
  #values: Uint32Array | Float64Array = new Uint32Array(minutesMax * width);
  #count = 0;
  #newest = 0;
  #hasDropped = false;

  /** When the oldest minute begins, if older ones were dropped; 0 otherwise. */
  keptSinceMs(): number {
    return this.#hasDropped ? this.#minuteAt(0) * minuteMs : 0;
  }

  add(minute: number, price: number, quantity: number): void {
    let index = this.#count;
    while (index > 0 && this.#minuteAt(index - 1) > minute) index -= 1;
    if (index === 0 || this.#minuteAt(index - 1) !== minute) this.#insert(index, minute, price, quantity);
    else this.#merge((index - 1) * width, price, quantity);
  }

  list(): MinutePrice[] {
    return Array.from({ length: this.#count }, (_, index) => {
      const [open = 0, high = 0, low = 0, close = 0, quantity = 0] = this.#values.subarray(index * width);
      return {
        atMs: this.#minuteAt(index) * minuteMs,
        open: BigInt(open),
        high: BigInt(high),
        low: BigInt(low),
        close: BigInt(close),
        quantity,
      };
    });
  }

  byteCount(): number {
    return this.#minutes.byteLength + this.#values.byteLength;
  }

  #minuteAt(index: number): number {
    return this.#newest - ((this.#newest - (this.#minutes[index] ?? 0)) & spanMinutes);
  }

  #merge(at: number, price: number, quantity: number): void {
    const sum = (this.#values[at + 4] ?? 0) + quantity;
    const values = this.#widenFor(price, sum);
    if (price > (values[at + 1] ?? 0)) values[at + 1] = price;
    if (price < (values[at + 2] ?? 0)) values[at + 2] = price;
    values[at + 3] = price;
    values[at + 4] = sum;
  }

  /** Inserts a minute before the one at `index`. Where there is no room, the oldest one goes, or the new one if it is older. */
  #insert(index: number, minute: number, price: number, quantity: number): void {
    const newest = this.#count === 0 ? minute : Math.max(minute, this.#newest);
    let dropped = this.#count === minutesMax ? 1 : 0;
    while (dropped < index && newest - this.#minuteAt(dropped) > spanMinutes) dropped += 1;
    const isTooOld = dropped > index || newest - minute > spanMinutes;
    this.#hasDropped ||= isTooOld || dropped > 0;
    if (isTooOld) return;
    const values = this.#widenFor(price, quantity);
    const place = index - dropped;
    this.#minutes.copyWithin(0, dropped, index);
    values.copyWithin(0, dropped * width, index * width);
    this.#minutes.copyWithin(place + 1, index, this.#count);
    values.copyWithin((place + 1) * width, index * width, this.#count * width);
    this.#minutes[place] = minute & spanMinutes;
    values.fill(price, place * width, place * width + 4);
    values[place * width + 4] = quantity;
    this.#count += 1 - dropped;
    this.#newest = newest;
  }

  /** The values, with room for numbers of this size. */
  #widenFor(price: number, quantity: number): Uint32Array | Float64Array {
    const isWide = price > narrowMax || quantity > narrowMax;
    if (isWide && this.#values instanceof Uint32Array) this.#values = Float64Array.from(this.#values);
    return this.#values;
  }
}
