/** What one contender showed at one size. */
export type SearchMeasure = {
  readonly buildMs: number;
  readonly byteCount: number;
  /** The time of each query, for as many as there was time. */
  readonly timesUs: readonly number[];
  /** The time of each key that people press, with trades in between; nothing where trades are not taken. */
  readonly typedUs: readonly number[];
  /** The first ten symbols found by each of the first queries. */
  readonly firstTen: readonly (readonly string[])[];
};
