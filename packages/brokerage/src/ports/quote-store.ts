import type { Part, PartSince } from "./store.ts";

/** All that was known of a symbol at a time: JSON, which the store does not look into. */
export type QuoteRecord = {
  readonly symbol: string;
  /** The message that it was known after: when it was told, and its number among those of the symbol. */
  readonly atMs: number;
  readonly seq: number;
  readonly snapshot: string;
};

/** The part of a store that remembers quotes, so that a restart and a server without a feed have the last ones. */
export interface QuoteStore {
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
}
