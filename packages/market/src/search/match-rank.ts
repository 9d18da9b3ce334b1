/** The ranks of a match, best first. */
export const matchRanks = [
  "exact-symbol",
  "exact-ticker",
  "symbol-prefix",
  /** The term is a name. Spaces, punctuation and the legal form make no difference. */
  "whole-name",
  /** The term is a keyword, such as the word of an industry. */
  "keyword",
  /** A name begins with the words of the term. */
  "name-start",
  /** A name contains the words of the term. */
  "whole-words",
  /** A name contains the term at the beginning of a word. */
  "word-prefix",
  /** The symbol, the ticker code or a name contains the term. */
  "substring",
  /** A name begins with the term if spaces and punctuation are left out of both. */
  "joined",
  /** Every word of the term begins a word of a name, the symbol or the ticker code. */
  "word-starts",
  /** The symbol with one typing error. */
  "symbol-typo",
  /** A short name with one typing error, or a part of any name that begins with a word and has several. */
  "name-typo",
  /** Some of the words of the term are the symbol, the ticker code or a name. */
  "name-inside",
  /** A word of a name with one typing error; the other words of the term are contained anywhere. */
  "word-typo",
  /** The symbol, the ticker code or a name contains each word of the term. */
  "word-parts",
] as const;

export type MatchRank = (typeof matchRanks)[number];

/** The place of each rank, as a number to compare. */
export const rankPlaces: Readonly<Record<MatchRank, number>> = Object.fromEntries(
  matchRanks.map((rank, place) => [rank, place]),
) as Record<MatchRank, number>;

/** Comes after every rank. */
const noRank = matchRanks.length;

/** The folded texts of an instrument that are searched. */
export type SearchFields = {
  readonly symbol: string;
  readonly ticker: string;
  /** The names, each followed by `ending`. The company name is the first. */
  readonly names: string;
  /** Where the company name goes on after the legal form, or 0. */
  readonly start: number;
};

/** The best of the ranks `name-start`, `whole-words` and `word-prefix` of a folded term in names; otherwise none. */
export function rankInNames({ names, start }: SearchFields, term: string): number {
  let rank: number = noRank;
  for (let at = names.indexOf(term); at >= 0; at = names.indexOf(term, at + 1)) {
    if (!isBetweenWords(names, at)) continue;
    if (!isBetweenWords(names, at + term.length)) rank = Math.min(rank, rankPlaces["word-prefix"]);
    else if (at === 0 || at === start || names.charCodeAt(at - 1) === endingUnit)
      return rankPlaces["name-start"];
    else rank = rankPlaces["whole-words"];
  }
  return rank;
}

/** Whether a name begins with these letters if everything else is left out of it. */
export function startsWithLetters({ names, start }: SearchFields, letters: string): boolean {
  if (start > 0 && hasLettersAt(names, start, letters)) return true;
  for (let at = 0; at < names.length; at = names.indexOf(ending, at) + 1) {
    if (hasLettersAt(names, at, letters)) return true;
  }
  return false;
}

function hasLettersAt(names: string, start: number, letters: string): boolean {
  // A name that begins with a punctuation mark does not begin with letters.
  if (names.charCodeAt(start) !== letters.charCodeAt(0)) return false;
  let matched = 0;
  for (let at = start; matched < letters.length && names.charCodeAt(at) !== endingUnit; at += 1) {
    const unit = names.charCodeAt(at);
    if (!isWordCharacter(unit)) continue;
    if (unit !== letters.charCodeAt(matched)) return false;
    matched += 1;
  }
  return matched === letters.length;
}

/** Whether the symbol, the ticker code or a word of a name begins with a part. */
export function begins({ symbol, ticker, names }: SearchFields, part: string): boolean {
  return symbol.startsWith(part) || ticker.startsWith(part) || beginsWord(names, part);
}

export function contains({ symbol, ticker, names }: SearchFields, part: string): boolean {
  return names.includes(part) || symbol.includes(part) || ticker.includes(part);
}

// The end of a name, and the beginning that a vocabulary marks, are no words.
const words = /[A-Z0-9\u0080-\uffff]+|[!-\u007f]/g;

/** The words of a text or of joined names. Each punctuation mark is a word as well. */
export function wordsOf(text: string): readonly string[] {
  return text.match(words) ?? [];
}

/** The first word of a text that is not empty. It is cut from a part, because a match in the whole text would keep that in memory. */
export function firstWordOf(text: string): string {
  return wordsOf(text.split(" ", 1)[0] ?? "")[0] ?? "";
}

function beginsWord(names: string, part: string): boolean {
  for (let at = names.indexOf(part); at >= 0; at = names.indexOf(part, at + 1)) {
    if (isBetweenWords(names, at)) return true;
  }
  return false;
}

/** Whether a place in a text is not inside of a word. */
function isBetweenWords(text: string, at: number): boolean {
  return at === 0 || !isWordCharacter(text.charCodeAt(at)) || !isWordCharacter(text.charCodeAt(at - 1));
}

/** Letters and digits, and everything beyond ASCII. */
function isWordCharacter(unit: number): boolean {
  return unit >= 0x80 || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x30 && unit <= 0x39);
}

const endingUnit = 2;

/** The end of a name. No folded text contains this character. */
const ending = String.fromCharCode(endingUnit);

/** Joins distinct names so that no term is found across two of them. */
export function joinNames(names: Iterable<string>): string {
  return [...names].map((name) => name + ending).join("");
}

export function namesOf(joined: string): readonly string[] {
  return joined.split(ending).slice(0, -1);
}
