import type { BookLevel, QuoteDepth } from "./market-message.ts";

/** Room for the ten levels a side that exchanges mostly show; where there are more, it grows. */
const levelsExpected = 20;

/**
 * The book of a quote, in room of its own that each new book writes over. Books are most of what a feed tells, and
 * thousands that are held as they came would have to be copied at every collection of garbage, on the thread on which
 * searches wait. Prices fit 64 bits: whoever reads them from outside takes none above 10^18 thousandths.
 */
export class KeptDepth implements QuoteDepth {
  seq = 0;
  atMs = 0;
  #prices = new BigInt64Array(levelsExpected);
  #quantities = new Float64Array(levelsExpected);
  #bidCount = 0;
  #askCount = 0;

  /** Takes a book in place of what was kept. */
  keep({ seq, atMs, bids, asks }: QuoteDepth): this {
    this.seq = seq;
    this.atMs = atMs;
    const count = bids.length + asks.length;
    if (count > this.#prices.length) {
      this.#prices = new BigInt64Array(2 * count);
      this.#quantities = new Float64Array(2 * count);
    }
    this.#bidCount = bids.length;
    this.#askCount = asks.length;
    this.#write(bids, 0);
    this.#write(asks, bids.length);
    return this;
  }

  get bidCount(): number {
    return this.#bidCount;
  }

  get askCount(): number {
    return this.#askCount;
  }

  /** The price of a level; asks stand behind the last bid. */
  priceAt(place: number): bigint {
    return this.#prices[place] as bigint;
  }

  /** How much is wanted at that price. */
  quantityAt(place: number): number {
    return this.#quantities[place] as number;
  }

  get bids(): readonly BookLevel[] {
    return this.#levels(0, this.#bidCount);
  }

  get asks(): readonly BookLevel[] {
    return this.#levels(this.#bidCount, this.#bidCount + this.#askCount);
  }

  #write(levels: readonly BookLevel[], from: number): void {
    for (let i = 0; i < levels.length; i += 1) {
      const { price, quantity } = levels[i] as BookLevel;
      this.#prices[from + i] = price;
      this.#quantities[from + i] = quantity;
    }
  }

  #levels(from: number, to: number): BookLevel[] {
    const levels: BookLevel[] = [];
    for (let place = from; place < to; place += 1) {
      levels.push({ price: this.priceAt(place), quantity: this.quantityAt(place) });
    }
    return levels;
  }
}
