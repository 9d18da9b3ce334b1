import type { Part, PartSince } from "./part.ts";

/** The last price of a symbol, when it was, and whether somebody set it by hand. */
export type MarkRecord = {
  readonly symbol: string;
  readonly price: bigint;
  readonly atMs: number;
  readonly isByHand: boolean;
  /** Whether an exchange that is only played told it; whoever does not play passes it over. */
  readonly isPlayed?: boolean | undefined;
  /** The number of the message that told it, among those of its symbol; a store does not keep it. */
  readonly seq?: number | undefined;
};

/** All that was known of a symbol at a time: JSON, which the store does not look into. */
export type QuoteRecord = {
  readonly symbol: string;
  /** The message that it was known after: when it was told, and its number among those of the symbol. */
  readonly atMs: number;
  readonly seq: number;
  readonly snapshot: string;
};

/** Last prices, and all that was known of symbols. */
export type QuoteStore = {
  /** The last prices of these symbols, as far as there are any, in no order. */
  readMarks(symbols: readonly string[]): Promise<MarkRecord[]>;
  listMarks(part: Part<string>): Promise<MarkRecord[]>;
  /** Last prices that were set after the counter of marks had this value, by symbol. */
  listMarksSince(part: PartSince<string>): Promise<MarkRecord[]>;
  /**
   * Sets last prices, all or none; one that is older than what is there is left out, unless it was set by hand and what
   * is there is from more than a minute ahead of it, or what is there was only played and it was not.
   */
  setMarks(marks: readonly MarkRecord[]): Promise<void>;
  /**
   * Keeps quotes, in chunks of which each is kept whole or not at all; one that is not later than what is there, by
   * time and then by number, is left out.
   */
  saveQuotes(records: readonly QuoteRecord[]): Promise<void>;
  /** The quotes of these symbols, as far as there are any, in no order. */
  readQuotes(symbols: readonly string[]): Promise<QuoteRecord[]>;
  listQuotes(part: Part<string>): Promise<QuoteRecord[]>;
  /** Quotes that were saved after the counter of quotes had this value, by symbol. */
  listQuotesSince(part: PartSince<string>): Promise<QuoteRecord[]>;
};
