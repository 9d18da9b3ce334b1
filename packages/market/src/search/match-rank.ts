/** How well an instrument matches a term, the best first. */
export const matchRanks = [
  "exact-symbol",
  "exact-ticker",
  "symbol-prefix",
  /** The term stands in a name where a word begins. */
  "word-prefix",
  /** The term stands somewhere in the symbol, the ticker code or a name. */
  "substring",
  /** Every word of the term begins a word of a name, the symbol or the ticker code. */
  "word-starts",
  /** Every word of the term stands somewhere in a name, the symbol or the ticker code. */
  "word-parts",
  /** The symbol, written with one typing error. */
  "symbol-slip",
  /** A word of a name, written with one typing error; the other words of the term stand somewhere. */
  "word-slip",
] as const;

/** How well an instrument matches a term. */
export type MatchRank = (typeof matchRanks)[number];

/** The positions in `matchRanks`, as numbers to compare. */
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

/** The folded texts by which an instrument is found. */
export type SearchFields = {
  readonly symbol: string;
  readonly ticker: string;
  /** The company name and the aliases, each closed by a mark. */
  readonly names: string;
};

/** How well the fields contain a folded term as it stands, where the symbol does not begin with it. */
export function rankWhole({ symbol, ticker, names }: SearchFields, term: string): number {
  if (beginsWord(names, term)) return rankPlaces.wordPrefix;
  const isThere = names.includes(term) || symbol.includes(term) || ticker.includes(term);
  return isThere ? rankPlaces.substring : rankPlaces.none;
}

/** Whether the symbol, the ticker code or a word of a name begins with a part. */
export function begins({ symbol, ticker, names }: SearchFields, part: string): boolean {
  return symbol.startsWith(part) || ticker.startsWith(part) || beginsWord(names, part);
}

/** Whether a part stands anywhere in the fields. */
export function contains({ symbol, ticker, names }: SearchFields, part: string): boolean {
  return names.includes(part) || symbol.includes(part) || ticker.includes(part);
}

/** The words of a text, and the signs between them, each of which is a word of its own. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/[A-Z0-9\u0080-\uffff]+|[^ ]/g) ?? [];
}

function beginsWord(names: string, part: string): boolean {
  for (let at = names.indexOf(part); at >= 0; at = names.indexOf(part, at + 1)) {
    if (at === 0 || !isWordCharacter(part.charCodeAt(0)) || !isWordCharacter(names.charCodeAt(at - 1)))
      return true;
  }
  return false;
}

/** Letters and digits, and everything beyond ASCII. */
function isWordCharacter(unit: number): boolean {
  return unit >= 0x80 || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x30 && unit <= 0x39);
}

/** Marks the end of a name; no folded text contains it. */
const ending = "\u0002";

/** Joins names so that no term is found across two of them. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => name + ending).join("");
}
