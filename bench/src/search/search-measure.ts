/** What one contender showed at one size. */
export type SearchMeasure = {
  readonly buildMs: number;
  readonly byteCount: number;
  /** The time of each query, for as many as there was time. */
  readonly timesUs: readonly number[];
  /** The time of each key that people press, with trades in between; nothing where trades are not taken. */
  readonly typedUs: readonly number[];
  /** The time of each different key when nobody has pressed it before; nothing where there are too many instruments to build twice. */
  readonly firstUs: readonly number[];
  /** The same when it is pressed again, which is when ours lists all that matches. */
  readonly secondUs: readonly number[];
  /** What it takes once all of that was asked for; only where trades are taken. */
  readonly askedByteCount?: number;
  /** The first ten symbols found by each of the first queries. */
  readonly firstTen: readonly (readonly string[])[];
};
