import { foldText } from "../print/fold-text.ts";
import { accentDistance } from "./accent-distance.ts";
import { countEdits } from "./count-edits.ts";
import { type Lexicon, lettersOf, makeLexicon } from "./make-lexicon.ts";
import { familyNames, givenNames } from "./person-names.ts";

/** Names as they are given in the country, found by their letters. */
export interface NameLexicons {
  readonly surnames: Lexicon;
  readonly given: Lexicon;
}

/** A name with its accents mended, and how sure that is, 0 to 1. */
export interface MendedName {
  readonly name: string;
  readonly confidence: number;
}

/** What it costs to believe in a name that nobody listed. */
const unlistedCost = { surname: 2.2, given: 1.4 };

/** Signs of a machine-readable line. */
const lettersOfLine = 30;

/** Makes the lexicons that `mendName` looks in. */
export function makeNameLexicons(): NameLexicons {
  return { surnames: makeLexicon(familyNames.split(" ")), given: makeLexicon(givenNames.split(" ")) };
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
    const lexicon = index === 0 ? lexicons.surnames : lexicons.given;
    return mendWord(seen, isAligned ? plain[index] : undefined, lexicon, index === 0);
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
  lexicon: Lexicon,
  isSurname: boolean,
): { word: string; confidence: number } {
  const latest = readings.at(-1) ?? "";
  const wanted = letters ?? lettersOf(latest).toUpperCase();
  const alike = readings.filter((read) => lettersOf(read).toUpperCase() === wanted);
  const listed = (lexicon.get(wanted.toLowerCase()) ?? []).map((word, rank) => ({ word, cost: 0.04 * rank }));
  if (alike.length === 0) {
    // The letters are known from the lines, and the accents of what was misread tell next to nothing.
    return { word: listed[0]?.word ?? wanted, confidence: listed.length === 1 ? 0.85 : 0.4 };
  }
  const cost = isSurname ? unlistedCost.surname : unlistedCost.given;
  const unlisted = [...new Set(alike)].filter((read) => listed.every(({ word }) => word !== read));
  const judged = [...listed, ...unlisted.map((word) => ({ word, cost }))]
    .map((each) => ({ ...each, cost: each.cost + distanceOf(alike, each.word) }))
    .sort((a, b) => a.cost - b.cost);
  const [best, next] = judged;
  const lead = (next?.cost ?? 2) - (best?.cost ?? 0);
  return { word: best?.word ?? latest, confidence: Math.min(0.98, 0.5 + 0.5 * lead) };
}

/** Readings of one photograph go wrong together, so that two say less than twice as much as one. */
function distanceOf(readings: readonly string[], word: string): number {
  const sum = readings.reduce((total, read) => total + accentDistance(read, word), 0);
  return sum / Math.sqrt(readings.length);
}
