import { accentSurprise } from "./accent-surprise.ts";
import { countEdits, foldText } from "./compare-text.ts";
import { type Lexicon, type LexiconTexts, lettersOf, makeLexicon, readLines } from "./lexicon.ts";

/** Vietnamese surnames and given names. */
export interface NameLexicons {
  readonly surnames: Lexicon;
  readonly given: Lexicon;
  /** Given names that are rare, while another one of the same letters is common. */
  readonly rare: ReadonlySet<string>;
}

/** A name with corrected accents, and its confidence from 0 to 1. */
interface MendedName {
  readonly name: string;
  readonly confidence: number;
}

/** The surprisal in nats of a name against the most common one of its letters: for each rank, if rare, and if in no list. */
const surprises = { next: 0.4, rare: 2.3, unlistedGiven: 6, unlistedSurname: 10 };

/** The most confidence of one word. */
const certaintyMax = 0.99;

/**
 * A word is certain if every other one is less likely by this, in nats. That the views agree is not enough: of words of drawn
 * cards that four views read alike, six in a hundred were misread.
 */
const leadMin = { clear: 3.85, blurred: 4.3 };

/** A photograph is clear if OCR read a view with this confidence. In others all views may lose the same accent. */
const clearMin = 0.85;

/** The most confidence of a word without that lead, which makes the name doubtful. */
const certaintyWithoutLead = 0.85;

/** The length of a machine-readable line. */
const lettersOfLine = 30;

/** Makes the lexicons for `correctName`. */
export function makeNameLexicons(
  texts: Pick<LexiconTexts, "surnames" | "givenNames" | "rareGivenNames">,
): NameLexicons {
  const rare = readLines(texts.rareGivenNames);
  return {
    surnames: makeLexicon(readLines(texts.surnames)),
    given: makeLexicon([...readLines(texts.givenNames), ...rare]),
    rare: new Set(rare),
  };
}

/**
 * Corrects the accents of a printed name, word by word: by common names, and by the name of the MRZ, whose letters are right but
 * have no accents. `printed` has the readings of all views, which are weighed together, and `clearest` is the most confidence
 * that OCR had in one of them.
 */
export function correctName(
  printed: readonly string[],
  plainName: string | undefined,
  lexicons: NameLexicons,
  clearest: number,
): MendedName {
  const plain = plainName?.split(" ") ?? [];
  const read = printed.map((each) => each.toLocaleUpperCase("vi").split(" "));
  // A name that fills its line may be truncated.
  const isWhole = plain.length > 0 && plain.join(" ").length < lettersOfLine - 2;
  const latest = read.at(-1) ?? [];
  const isAligned = isWhole || plain.length === latest.length;
  const readings = isAligned
    ? read.map((words) => alignWords(words, plain))
    : read.filter(({ length }) => length === latest.length);
  const mended = (isAligned ? plain : latest).map((_, index) => {
    const seen = readings.flatMap((words) => words[index] ?? []);
    return correctWord(seen, isAligned ? plain[index] : undefined, lexicons, index === 0, clearest);
  });
  const confidence = mended.reduce((product, each) => product * each.confidence, 1);
  return { name: mended.map(({ word }) => word).join(" "), confidence };
}

/** Aligns the words that were read with those of the MRZ: for each of `plain` a word, or "" if it was not read. */
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

function correctWord(
  readings: readonly string[],
  letters: string | undefined,
  { surnames, given, rare }: NameLexicons,
  isSurname: boolean,
  clearest: number,
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
    // The letters are known from the MRZ, and the accents of a misread word are no help.
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
  // A word in no list may have no other to lead, so two views have to read it alike. Without the MRZ it may be two words.
  const isKnown = names.length > 0 || (letters !== undefined && alike.length > 1);
  const lead = (judged[1]?.surprise ?? Number.POSITIVE_INFINITY) - (best?.surprise ?? 0);
  const most =
    lead >= leadMin[clearest < clearMin ? "blurred" : "clear"] && isKnown
      ? certaintyMax
      : certaintyWithoutLead;
  return { word: best?.word ?? latest, confidence: Math.min(most, 1 / sum) };
}

/** Four readings count 1.4 times as much as one, since readings of one photograph have the same errors. */
function surpriseOf(readings: readonly string[], word: string): number {
  const sum = readings.reduce((total, read) => total + accentSurprise(read, word), 0);
  return sum / readings.length ** 0.75;
}
