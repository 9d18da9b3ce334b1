import type { Part, PartSince } from "./part.ts";

/** The last price of a symbol, its time, and whether it was set by hand. */
export type MarkRecord = {
  readonly symbol: string;
  readonly price: bigint;
  readonly atMs: number;
  readonly isByHand: boolean;
  /** Whether a simulated exchange sent it. Processes without simulation ignore it. */
  readonly isPlayed?: boolean | undefined;
  /** The sequence number of its message within the symbol. Stores do not keep it. */
  readonly seq?: number | undefined;
};

/** What a quote says besides prices and sums, which is read with each account that holds its symbol. */
export type QuoteDayRecord = {
  readonly symbol: string;
  /** The message that the state follows: its time, and its sequence number within the symbol. */
  readonly atMs: number;
  readonly seq: number;
  /** JSON of the day, its reference price and a halt, which the store does not interpret. */
  readonly day: string;
};

/** The full state of a symbol at a time. */
export type QuoteRecord = QuoteDayRecord & {
  /** JSON, which the store does not interpret. */
  readonly snapshot: string;
};

/** The source of quotes, and when it was last heard, with or without news. */
export type HeardSource = { readonly isPlayed: boolean; readonly atMs: number };

/** The clock of a process that saves prices. A price more than a minute ahead of it counts as older than every other. */
export type SavingClock = { readonly nowMs: number };

export type QuoteStore = {
  /** The last prices of these symbols that exist, in any order. */
  readMarks(symbols: readonly string[]): Promise<MarkRecord[]>;
  listMarks(part: Part<string>): Promise<MarkRecord[]>;
  /** Last prices that were set after the counter of marks had this value, by symbol. */
  listMarksSince(part: PartSince<string>): Promise<MarkRecord[]>;
  /**
   * Sets last prices atomically. An older price than the stored one is skipped, unless the stored one was simulated and
   * it was not.
   */
  setMarks(marks: readonly MarkRecord[], clock: SavingClock): Promise<void>;
  /**
   * Saves quotes in chunks, each chunk atomically. A quote that is not later than the stored one, by time and then by
   * sequence number, is skipped. With `heard`, also without quotes, the source was heard at that time.
   */
  saveQuotes(
    records: readonly QuoteRecord[],
    saving: SavingClock & { readonly heard?: HeardSource | undefined },
  ): Promise<void>;
  /** The quotes of these symbols that exist, in any order. */
  readQuotes(symbols: readonly string[]): Promise<QuoteRecord[]>;
  listQuotes(part: Part<string>): Promise<QuoteRecord[]>;
  /** Quotes that were saved after the counter of quotes had this value, by symbol. */
  listQuotesSince(part: PartSince<string>): Promise<QuoteRecord[]>;
};
