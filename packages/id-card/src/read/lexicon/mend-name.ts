import { foldText } from "../print/fold-text.ts";
import { accentSurprise } from "./accent-surprise.ts";
import { countEdits } from "./count-edits.ts";
import { type Lexicon, lettersOf, makeLexicon } from "./make-lexicon.ts";
import { familyNames, givenNames, rareGivenNames } from "./person-names.ts";

/** Names as they are given in the country, found by their letters. */
export interface NameLexicons {
  readonly surnames: Lexicon;
  readonly given: Lexicon;
  /** Those of the given ones that few have, though many have another of the same letters. */
  readonly rare: ReadonlySet<string>;
}

/** A name with its accents mended, and how sure that is, 0 to 1. */
export interface MendedName {
  readonly name: string;
  readonly confidence: number;
}

/** How surprising a name is beside the most frequent of its letters, in nats: by its place among them, where few have it, and where nobody listed it. */
const surprises = { next: 0.4, rare: 2.3, unlistedGiven: 6, unlistedSurname: 10 };

/** A name is no surer than this of one word, since the most frequent are borne by so many more. */
const surenessMax = 0.99;

/** Signs of a machine-readable line. */
const lettersOfLine = 30;

/** Makes the lexicons that `mendName` looks in. */
export function makeNameLexicons(): NameLexicons {
  const rare = rareGivenNames.split(" ");
  return {
    surnames: makeLexicon(familyNames.split(" ")),
    given: makeLexicon([...givenNames.split(" "), ...rare]),
    rare: new Set(rare),
  };
}

/**
 * Mends the accents of a printed name word by word: by names that are given, and by the machine-readable lines, which
 * have the letters right and no accents. What was read more than once is weighed together.
 */
export function mendName(
  printed: readonly string[],
  plainName: string | undefined,
  lexicons: NameLexicons,
): MendedName {
  const plain = plainName?.split(" ") ?? [];
  const read = printed.map((each) => each.toLocaleUpperCase("vi").split(" "));
  // A name that fills its line may have lost its end there.
  const isWhole = plain.length > 0 && plain.join(" ").length < lettersOfLine - 2;
  const latest = read.at(-1) ?? [];
  const isAligned = isWhole || plain.length === latest.length;
  const readings = isAligned
    ? read.map((words) => alignWords(words, plain))
    : read.filter(({ length }) => length === latest.length);
  const mended = (isAligned ? plain : latest).map((_, index) => {
    const seen = readings.flatMap((words) => words[index] ?? []);
    return mendWord(seen, isAligned ? plain[index] : undefined, lexicons, index === 0);
  });
  const confidence = mended.reduce((product, each) => product * each.confidence, 1);
  return { name: mended.map(({ word }) => word).join(" "), confidence };
}

/** For each word of the lines the one that was read in its place, or nothing, whichever is the least to change. */
function alignWords(words: readonly string[], plain: readonly string[]): string[] {
  if (words.length === plain.length) return [...words];
  const folded = words.map((word) => foldText(word).toUpperCase());
  let row: Aligned[] = words.concat("").map((_, count) => ({ cost: count, read: [] }));
  for (const wanted of plain) {
    const next: Aligned[] = [{ cost: (row[0] as Aligned).cost + 1, read: [...(row[0] as Aligned).read, ""] }];
    for (const [at, word] of words.entries()) {
      const [through, left, skipped] = [row[at] as Aligned, row[at + 1] as Aligned, next[at] as Aligned];
      const edits = countEdits(folded[at] ?? "", wanted) / Math.max(wanted.length, word.length);
      const choices: Aligned[] = [
        { cost: through.cost + 2 * edits, read: [...through.read, word] },
        { cost: left.cost + 1, read: [...left.read, ""] },
        { cost: skipped.cost + 1, read: skipped.read },
      ];
      next.push(choices.reduce((best, each) => (each.cost < best.cost ? each : best)));
    }
    row = next;
  }
  return [...(row.at(-1)?.read ?? [])];
}

interface Aligned {
  readonly cost: number;
  readonly read: readonly string[];
}

function mendWord(
  readings: readonly string[],
  letters: string | undefined,
  { surnames, given, rare }: NameLexicons,
  isSurname: boolean,
): { word: string; confidence: number } {
  const latest = readings.at(-1) ?? "";
  const wanted = letters ?? foldText(latest);
  const alike = readings.filter((read) => foldText(read) === wanted);
  const names = ((isSurname ? surnames : given).get(lettersOf(wanted)) ?? []).filter(
    (name) => foldText(name) === wanted,
  );
  const isRare = (word: string) => !isSurname && rare.has(word) && !names.every((name) => rare.has(name));
  const listed = names.map((word, rank) => {
    return { word, surprise: surprises.next * rank + (isRare(word) ? surprises.rare : 0) };
  });
  if (alike.length === 0) {
    // The letters are known from the lines, and the accents of what was misread tell next to nothing.
    return { word: listed[0]?.word ?? wanted, confidence: listed.length === 1 ? 0.85 : 0.4 };
  }
  const surprise = isSurname ? surprises.unlistedSurname : surprises.unlistedGiven;
  const unlisted = [...new Set(alike)].filter((read) => !names.includes(read));
  const judged = [...listed, ...unlisted.map((word) => ({ word, surprise }))]
    .map((each) => ({ ...each, surprise: each.surprise + surpriseOf(alike, each.word) }))
    .sort((a, b) => a.surprise - b.surprise);
  const best = judged[0];
  const likelihood = (each: number) => Math.exp((best?.surprise ?? 0) - each);
  const sum = judged.reduce((total, each) => total + likelihood(each.surprise), 0);
  return { word: best?.word ?? latest, confidence: Math.min(surenessMax, 1 / sum) };
}

/** Readings of one photograph go wrong together, so that two say less than twice as much as one. */
function surpriseOf(readings: readonly string[], word: string): number {
  const sum = readings.reduce((total, read) => total + accentSurprise(read, word), 0);
  return sum / Math.sqrt(readings.length);
}
