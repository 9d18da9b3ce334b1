import { countEdits, foldText } from "./compare-text.ts";

/** The texts of the files in the folder `lexicons` of this package: an entry a line, and comments that begin with `#`. */
export interface LexiconTexts {
  readonly surnames: string;
  readonly givenNames: string;
  readonly rareGivenNames: string;
  readonly provinces: string;
  readonly places: string;
  readonly unitsBefore2025: string;
  readonly unitsSince2025: string;
}

/** The entries of a list, with their indentation. */
export function readLines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
}

/** Words or phrases by their letters without accents and spaces, which OCR loses. Entries of the same letters keep their order. */
export type Lexicon = ReadonlyMap<string, readonly string[]>;

export function makeLexicon(entries: Iterable<string>): Lexicon {
  const lexicon = new Map<string, string[]>();
  for (const entry of new Set(entries)) {
    const letters = lettersOf(entry);
    const known = lexicon.get(letters);
    if (known === undefined) lexicon.set(letters, [entry]);
    else known.push(entry);
  }
  return lexicon;
}

/** The key of an entry. A y as the only vowel of a syllable becomes i, because both are in use: Lục Sĩ Thành, Lục Sỹ Thành. */
export function lettersOf(entry: string): string {
  return foldText(entry).toLowerCase().replaceAll(endingY, "$1i").replaceAll(" ", "");
}

const endingY = /(?<![a-z])(qu|[bcdghklmnpqrstvx]+)y(?![a-z])/g;

/** The words of a place as read in one view, with those of other views. A view is a rendering of the zone for OCR. */
export interface WordsRead {
  readonly words: readonly string[];
  /** Each word's letters, without accents. */
  readonly letters: readonly string[];
  /** Other views, aligned: for each of `words` the corresponding words, which may be none or several. */
  readonly others: readonly Pick<WordsRead, "words" | "letters">[];
  /** Whether any place has these letters, so that they were hardly misread. */
  readonly isNamed: (letters: string) => boolean;
  /** Whether a place has exactly this name. */
  readonly isListed: (name: string) => boolean;
  /** Whether the typeface has a round a, which OCR reads as o. */
  readonly hasRoundA: boolean;
}

/** The most words of another view that may correspond to one. */
const wordsForOneMax = 3;

/** Splits a place into words, and aligns the other views with them. */
export function readWords(
  place: string,
  {
    others = [],
    isNamed = () => false,
    isListed = () => false,
    hasRoundA = false,
  }: {
    readonly others?: readonly string[];
    readonly isNamed?: WordsRead["isNamed"];
    readonly isListed?: WordsRead["isListed"];
    readonly hasRoundA?: boolean;
  } = {},
): WordsRead {
  const words = splitWords(place);
  const letters = words.map(lettersOfWord);
  return {
    words,
    letters,
    others: others.map((other) => alignTo(letters, splitWords(other))),
    isNamed,
    isListed,
    hasRoundA,
  };
}

/** The word joiner of Unicode. It marks an abbreviation that has no space after its stop, as in TP.Huế, until words are joined. */
export const wordJoiner = "\u2060";

const abbreviationWithoutSpace = /(?<!\p{L})([Tt][PXTpxt]|[PQHXT])\.(?=\p{Lu})/gu;

/** Joins words of `readWords` as they were printed. */
export function joinWords(words: readonly string[]): string {
  return words.join(" ").replaceAll(/\u2060 ?/g, "");
}

function splitWords(place: string): string[] {
  return (
    place
      .replaceAll(",", ", ")
      .replaceAll(abbreviationWithoutSpace, `$1.${wordJoiner} `)
      .split(/\s+/)
      // Quotation marks and the like are noise.
      .filter((word) => !/^['’"“”`´*^°]*$/u.test(word))
  );
}

/** The letters and digits of a word, without accents. */
function lettersOfWord(word: string): string {
  return lettersOf(word).replaceAll(/[^a-z0-9]/g, "");
}

/** Aligns another view with the fewest edits. Glare hides different words in each view. */
function alignTo(letters: readonly string[], other: readonly string[]): Pick<WordsRead, "words" | "letters"> {
  const otherLetters = other.map(lettersOfWord);
  let row: (Aligned | undefined)[] = [{ cost: 0, counts: [] }];
  for (const wanted of letters) {
    const next: (Aligned | undefined)[] = [];
    for (let end = 0; end <= other.length; end += 1) {
      let best: Aligned | undefined;
      for (let count = 0; count <= Math.min(wordsForOneMax, end); count += 1) {
        const before = row[end - count];
        if (before === undefined) continue;
        const read = otherLetters.slice(end - count, end).join("");
        const cost = before.cost + countEdits(read, wanted);
        if (cost < (best?.cost ?? Number.POSITIVE_INFINITY))
          best = { cost, counts: [...before.counts, count] };
      }
      next.push(best);
    }
    row = next;
  }
  const counts = row[other.length]?.counts ?? letters.map(() => 0);
  let at = 0;
  const spans = counts.map((count) => {
    at += count;
    return [at - count, at] as const;
  });
  return {
    words: spans.map(([from, to]) => other.slice(from, to).join(" ")),
    letters: spans.map(([from, to]) => otherLetters.slice(from, to).join("")),
  };
}

interface Aligned {
  readonly cost: number;
  /** For each word, the number of corresponding words of the other view. */
  readonly counts: readonly number[];
}
