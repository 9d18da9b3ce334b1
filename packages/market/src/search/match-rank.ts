/** How well an instrument matches a term, the best first. */
export const matchRanks = [
  "exact-symbol",
  "exact-ticker",
  "symbol-prefix",
  /** The term stands in the name where a word begins. */
  "word-prefix",
  /** The term stands somewhere in the symbol, the ticker code or the name. */
  "substring",
  /** Every word of the term begins a word of the name, the symbol or the ticker code. */
  "word-starts",
  /** Every word of the term stands somewhere in the name, the symbol or the ticker code. */
  "word-parts",
  /** The symbol, written with one slip. */
  "symbol-slip",
  /** A word of the name, written with one slip; whatever else the term has stands somewhere. */
  "word-slip",
] as const;

/** How well an instrument matches a term. */
export type MatchRank = (typeof matchRanks)[number];

/** The places of the ranks in their order, for what is compared millions of times. */
export const rankPlaces = {
  exactSymbol: 0,
  exactTicker: 1,
  symbolPrefix: 2,
  wordPrefix: 3,
  substring: 4,
  wordStarts: 5,
  wordParts: 6,
  symbolSlip: 7,
  wordSlip: 8,
  none: 9,
} as const;

/** Slips fill up the first ten of an answer; beyond them nobody looks for what they did not write. */
export const slipHitsMax = 10;

/** In fewer characters a slip leaves nothing to recognize: half of all syllables are one slip apart. */
export const slipCharacterCounts = { symbolMin: 2, wordMin: 3 } as const;
