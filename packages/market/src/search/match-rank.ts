/** The ranks of a match, best first. */
export const matchRanks = [
  "exact-symbol",
  "exact-ticker",
  "symbol-prefix",
  /** A name contains the term at the beginning of a word. */
  "word-prefix",
  /** The symbol, the ticker code or a name contains the term. */
  "substring",
  /** Every word of the term begins a word of a name, the symbol or the ticker code. */
  "word-starts",
  /** The symbol, the ticker code or a name contains each word of the term. */
  "word-parts",
  /** The symbol with one typing error. */
  "symbol-typo",
  /** A word of a name with one typing error; the other words of the term are contained anywhere. */
  "word-typo",
] as const;

/** The rank of a match. */
export type MatchRank = (typeof matchRanks)[number];

/** The indices in `matchRanks`, as numbers to compare. */
export const rankPlaces = {
  exactSymbol: 0,
  exactTicker: 1,
  symbolPrefix: 2,
  wordPrefix: 3,
  substring: 4,
  wordStarts: 5,
  wordParts: 6,
  symbolTypo: 7,
  wordTypo: 8,
  none: 9,
} as const;

/** The folded texts of an instrument that are searched. */
export type SearchFields = {
  readonly symbol: string;
  readonly ticker: string;
  /** The company name and the aliases, each followed by `ending`. */
  readonly names: string;
};

/** The rank of fields that contain a folded term as it is. The caller has dealt with symbols that begin with it. */
export function rankWhole({ symbol, ticker, names }: SearchFields, term: string): number {
  if (beginsWord(names, term)) return rankPlaces.wordPrefix;
  const isContained = names.includes(term) || symbol.includes(term) || ticker.includes(term);
  return isContained ? rankPlaces.substring : rankPlaces.none;
}

/** Whether the symbol, the ticker code or a word of a name begins with a part. */
export function begins({ symbol, ticker, names }: SearchFields, part: string): boolean {
  return symbol.startsWith(part) || ticker.startsWith(part) || beginsWord(names, part);
}

/** Whether any field contains a part. */
export function contains({ symbol, ticker, names }: SearchFields, part: string): boolean {
  return names.includes(part) || symbol.includes(part) || ticker.includes(part);
}

/** The words of a text. Each punctuation mark is a word as well. */
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

/** The end of a name. No folded text contains this character. */
const ending = "\u0002";

/** Joins names so that no term is found across two of them. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => name + ending).join("");
}
