import { countEdits, foldText } from "./compare-text.ts";

/** Words or phrases, found by their letters without accents and spaces, which recognition loses; those of the same letters stand in the order they were given. */
export type Lexicon = ReadonlyMap<string, readonly string[]>;

/** Makes a lexicon of a list. */
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

/** What an entry is found by. An i that ends a syllable alone is also written y: Lục Sĩ Thành or Lục Sỹ Thành. */
export function lettersOf(entry: string): string {
  return foldText(entry).toLowerCase().replaceAll(endingY, "$1i").replaceAll(" ", "");
}

const endingY = /(?<![a-z])(qu|[bcdghklmnpqrstvx]+)y(?![a-z])/g;

/** The words of a place as one view has them, and what others have in their stead. */
export interface WordsRead {
  readonly words: readonly string[];
  /** Each word's letters, without accents. */
  readonly letters: readonly string[];
  /** What other views have for each of these words: none, one or some. */
  readonly others: readonly Pick<WordsRead, "words" | "letters">[];
  /** Whether there is a place of these letters anywhere, so that they were hardly misread. */
  readonly isNamed: (letters: string) => boolean;
  /** Whether there is a place of exactly this name. */
  readonly isListed: (name: string) => boolean;
  /** Whether the typeface has an a as round as an o. */
  readonly isRound: boolean;
}

/** How many words of another view may stand for one. */
const wordsForOneMax = 3;

/** Splits a place into its words, and finds for each what other views have. */
export function readWords(
  place: string,
  {
    others = [],
    isNamed = () => false,
    isListed = () => false,
    isRound = false,
  }: {
    readonly others?: readonly string[];
    readonly isNamed?: WordsRead["isNamed"];
    readonly isListed?: WordsRead["isListed"];
    readonly isRound?: boolean;
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
    isRound,
  };
}

function splitWords(place: string): string[] {
  return place
    .replaceAll(",", ", ")
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** The letters of a word without accents, and nothing else of it. */
function lettersOfWord(word: string): string {
  return lettersOf(word).replaceAll(/[^a-z0-9]/g, "");
}

/** For each word what another view has in its place, whichever is the least to change: glare takes other words from each view. */
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
  /** How many words of the other view stand for each word. */
  readonly counts: readonly number[];
}
