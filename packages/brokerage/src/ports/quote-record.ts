/** All that was known of a symbol at a time: JSON, which the store does not look into. */
export type QuoteRecord = {
  readonly symbol: string;
  /** The message that it was known after: when it was told, and its number among those of the symbol. */
  readonly atMs: number;
  readonly seq: number;
  readonly snapshot: string;
};
