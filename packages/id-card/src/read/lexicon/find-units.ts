import { accentDistance, countEdits } from "./compare-text.ts";
import { lettersOf, type WordsRead, wordJoiner } from "./lexicon.ts";
import { haveSameTones, isToneElsewhere, isTonePlaceUnread, keepSpelling, withVowelsOf } from "./spelling.ts";
import type { Unit } from "./units.ts";

/** The administrative units at the end of a place, as far as they were found: ward, district, province. */
export interface FoundUnits {
  /** The index of the word with which the units begin. */
  readonly from: number;
  readonly names: readonly FoundUnit[];
  /** The number of matched letters and of words that name a kind, less the costs of matching. */
  readonly score: number;
  readonly confidence: number;
  /** Whether the ward was not found. */
  readonly isWardMissing: boolean;
}

/** The name of a unit, and its kind if that is printed, such as `xã` or `huyện`. */
export interface FoundUnit {
  readonly name: string;
  readonly kind: string | undefined;
}

/**
 * The costs of a misread letter, of an o read for an a (less in a type with a round a, which OCR reads as o), of accents times their
 * distance, of other capitals within a word, which decide between Kbang and KBang, of a stray word after the province, and of a lost comma, which decides between
 * the unit Đinh Văn Lâm Hà of 2025 and the ward Đinh Văn in Lâm Hà.
 */
const costs = {
  edit: 1.1,
  oForA: 0.35,
  oForAInRoundType: 0.05,
  accent: 0.6,
  capital: 0.02,
  strayWord: 0.4,
  lostComma: 0.05,
};

/** How many matched letters a cost of 1 outweighs. */
const lettersPerCost = 2.5;

/** The certainty of a name with no, one or two misread letters. */
const certaintyOfEdits = [1, 0.94, 0.78];

/** The certainty of an ambiguous unit: it was read exactly, or not. */
const certaintyOfAmbiguous = (cost: number): number => (cost === 0 ? 0.92 : 0.8);

/**
 * The certainty of Thủy or Thuỷ if no tone or another one was read, and if the one that is not listed was read: OCR confuses them
 * at times, and does so again in another view.
 */
const certaintyOfTonePlace = { unread: 0.85, elsewhere: 0.84 };

/** A unit is ambiguous if another one costs less than this more. */
const leadMin = 0.3;

/** The most letters of the words after the province. */
const strayLettersMax = 5;
const provincesTriedMax = 4;
const districtsTriedMax = 3;

/** Kinds by level, in words and abbreviated. An abbreviation of one letter has a stop; without it, it is noise. */
const kindsOfLevel: readonly (readonly string[])[] = [
  ["thành phố", "tỉnh", "TP", "T."],
  ["thành phố", "thị xã", "quận", "huyện", "TP", "TX", "Q.", "H."],
  ["thị trấn", "phường", "xã", "TT", "P.", "X."],
];

/** The kinds of a ward that is directly in its province, as since 2025. */
const kindsSince2025 = ["đặc khu", "phường", "xã", "P.", "X."];

/** The certainty of an abbreviation whose stop was not read alike in all views, or was lost. */
export const certaintyOfDisputedStop = 0.85;

/**
 * Finds the units at the end of a place, from its last word backwards: the province, a district in it, a ward in that. Few units
 * of a district have the same letters, so lost accents cost little.
 */
export function findUnits(text: WordsRead, provinces: readonly Unit[]): FoundUnits | undefined {
  const { words, letters } = text;
  let best: FoundUnits | undefined;
  for (
    let tail = 0;
    tail <= 3 && letters.slice(words.length - tail).join("").length <= strayLettersMax;
    tail += 1
  ) {
    const ends = matchUnits(text, words.length - tail, provinces).slice(0, provincesTriedMax);
    for (const province of ends) {
      const start: FoundUnits = {
        from: 0,
        names: [],
        score: -tail * costs.strayWord * lettersPerCost,
        confidence: 1,
        isWardMissing: true,
      };
      const found = extend(text, start, province, 0);
      if (isBetter(found, best)) best = found;
    }
  }
  return best;
}

interface Match {
  readonly unit: Unit;
  /** The index of its first word, and the number of its words. */
  readonly from: number;
  readonly count: number;
  readonly cost: number;
  readonly isAmbiguous: boolean;
  /** The number of misread letters. */
  readonly edits: number;
}

/** With equal scores, a complete place is better: since 2025 some wards have the name of their former district. */
function isBetter(one: FoundUnits, other: FoundUnits | undefined): boolean {
  if (other === undefined || one.score !== other.score)
    return one.score > (other?.score ?? Number.NEGATIVE_INFINITY);
  return other.isWardMissing && !one.isWardMissing;
}

/** Prepends a unit to the found ones, then the best unit within it, and so on. Returns the best alternative. */
function extend(text: WordsRead, found: FoundUnits, match: Match, level: number): FoundUnits {
  const { unit, from } = match;
  const kind = readKind(text, from, kindsOf(unit, level));
  // Both are tried, because the Tĩnh of Hà Tĩnh looks like tỉnh, province.
  const alternatives = kind === undefined ? [undefined] : [kind, undefined];
  let best: FoundUnits | undefined;
  for (const alternative of alternatives) {
    const here = prepend(text, found, match, alternative);
    const inner = matchUnits(text, here.from, unit.within).slice(0, districtsTriedMax);
    for (const each of [here, ...inner.map((one) => extend(text, here, one, level + 1))]) {
      if (isBetter(each, best)) best = each;
    }
  }
  return best as FoundUnits;
}

function kindsOf(unit: Unit, level: number): readonly string[] {
  return unit.within.length === 0 && level === 1 ? kindsSince2025 : (kindsOfLevel[level] ?? []);
}

function prepend(text: WordsRead, found: FoundUnits, match: Match, kind: Kind | undefined): FoundUnits {
  const { unit, from, count, cost, isAmbiguous, edits } = match;
  const matched = text.words.slice(from, from + count);
  const read = withVowelsOf(unit.name, matched.join(" ").replace(/[,.]+$/, ""));
  // A letter beside the name may be an abbreviated kind that lost its stop.
  const mayHaveLostStop = count > unit.wordCount && matched.some((word) => /^[PQHXT][.,]?$/.test(word));
  const name = keepSpelling(unit.name, read, text.isListed);
  const certainty =
    Math.max(0.8, 0.99 - 0.02 * cost) *
    (certaintyOfEdits[edits] ?? 0.5) *
    (kind?.certainty ?? 1) *
    (mayHaveLostStop ? certaintyOfDisputedStop : 1) *
    (isTonePlaceUnread(read, unit.name) ? certaintyOfTonePlace.unread : 1) *
    (isToneElsewhere(name, unit.name) && !text.isListed(name) ? certaintyOfTonePlace.elsewhere : 1);
  const isCommaLost = found.names.length > 0 && matched.at(-1)?.includes(",") !== true;
  return {
    from: from - (kind?.count ?? 0),
    names: [{ name, kind: kind?.text }, ...found.names],
    score:
      found.score +
      unit.letters.length +
      (kind?.count ?? 0) -
      (cost + (isCommaLost ? costs.lostComma : 0)) * lettersPerCost,
    confidence: found.confidence * certainty * (isAmbiguous ? certaintyOfAmbiguous(cost) : 1),
    isWardMissing: unit.within.length > 0,
  };
}

/** The units whose names may be the words before `end`, best first. */
function matchUnits(text: WordsRead, end: number, units: readonly Unit[]): Match[] {
  const matches: Match[] = [];
  for (const unit of units) {
    let best: Match | undefined;
    for (
      let count = Math.max(1, unit.wordCount - 1);
      count <= unit.wordCount + 2 && count <= end;
      count += 1
    ) {
      for (const { words, letters } of [text, ...text.others]) {
        const read = letters.slice(end - count, end).join("");
        const printed = words.slice(end - count, end).join("");
        const { cost, edits } = costOf(read, printed, unit, text);
        if (cost < (best?.cost ?? Number.POSITIVE_INFINITY)) {
          best = { unit, from: end - count, count, cost, isAmbiguous: false, edits };
        }
      }
    }
    if (best !== undefined) matches.push(best);
  }
  const score = ({ cost, unit }: Match) => unit.letters.length - cost * lettersPerCost;
  matches.sort((a, b) => score(b) - score(a));
  return matches.map((match) => ({
    ...match,
    isAmbiguous: matches.some((other) => areRivals(match, other)),
  }));
}

/** Whether the same words may equally be the name of another unit. */
function areRivals(match: Match, other: Match): boolean {
  const [one, two] = [match.unit.name, other.unit.name];
  const isSame = withoutY(one) === withoutY(two) || isToneElsewhere(one, two);
  return other.from === match.from && !isSame && other.cost < match.cost + leadMin;
}

function withoutY(name: string): string {
  return name.normalize("NFD").replaceAll("y", "i");
}

/** The cost of taking words for a unit. Infinite if they differ too much, or differ and are the name of another place. */
function costOf(
  letters: string,
  read: string,
  unit: Unit,
  { isNamed, hasRoundA }: WordsRead,
): { readonly cost: number; readonly edits: number } {
  if (letters === unit.letters) {
    const [seen, meant] = [lettersAndDigitsOf(read), lettersAndDigitsOf(unit.name)];
    const distance = haveSameTones(seen, meant) ? 0 : accentDistance(seen, meant);
    if (!Number.isFinite(distance)) return { cost: costs.edit, edits: 0 };
    const differsInCapitals =
      distance === 0 && seen.slice(1) !== meant.slice(1) && isSameInLowerCase(seen, meant);
    return { cost: distance * costs.accent + (differsInCapitals ? costs.capital : 0), edits: 0 };
  }
  const none = { cost: Number.POSITIVE_INFINITY, edits: 0 };
  const editsMax = Math.floor(unit.letters.length / 4);
  if (/\d/.test(unit.letters) || Math.abs(letters.length - unit.letters.length) > editsMax) return none;
  if (withoutConfusions(letters) === withoutConfusions(unit.letters)) {
    const count = countConfusions(letters, unit.letters);
    // Otherwise it counts as two misread letters, since a short name may well be another one.
    const isSure = hasRoundA || (letters.length > 4 && !isNamed(letters));
    const cost = hasRoundA ? count * costs.oForAInRoundType : count * costs.oForA + 0.3;
    return { cost, edits: isSure ? 0 : 2 };
  }
  const edits = countEdits(withoutConfusions(letters), withoutConfusions(unit.letters));
  return edits > editsMax || isNamed(letters) ? none : { cost: edits * costs.edit + 0.3, edits };
}

function isSameInLowerCase(one: string, other: string): boolean {
  return one.toLocaleLowerCase("vi") === other.toLocaleLowerCase("vi");
}

function lettersAndDigitsOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Letters with a and o, and k and lc, made equal: OCR confuses them in some typefaces and when they are blurred. */
function withoutConfusions(letters: string): string {
  return withK(letters).replaceAll("o", "a");
}

/** How often o and a, or lc and k, were confused, for two texts that are equal without that. */
function countConfusions(read: string, printed: string): number {
  const letters = withK(printed);
  const otherCount = [...withK(read)].filter((letter, at) => letter !== letters[at]).length;
  return otherCount + Math.abs(read.length - printed.length);
}

function withK(letters: string): string {
  return letters.replaceAll("lc", "k");
}

interface Kind {
  readonly text: string;
  readonly count: number;
  readonly certainty: number;
}

/** The kind of a unit in the words before its name, if there is one. */
function readKind(text: WordsRead, end: number, kinds: readonly string[]): Kind | undefined {
  for (const kind of kinds) {
    const found = /^\p{Lu}/u.test(kind) ? readAbbreviation(text, end, kind) : readWholeKind(text, end, kind);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readWholeKind({ words, letters }: WordsRead, end: number, kind: string): Kind | undefined {
  const count = kind.split(" ").length;
  // A word with a comma after it is a name: a hamlet Thượng is not Phường, ward.
  if (count > end || words.slice(end - count, end).some((word) => word.includes(","))) return undefined;
  const read = letters.slice(end - count, end).join("");
  const wanted = lettersOf(kind);
  const isAlike = wanted.length > 4 ? countEdits(read, wanted) <= 1 : withoutConfusions(read) === wanted;
  if (!isAlike) return undefined;
  const text = kind.split(" ").map((word, index) => {
    const first = (words[end - count + index] ?? "").charAt(0);
    // OCR does not tell the x of thị xã from a capital.
    const isCapital = first !== first.toLocaleLowerCase("vi") && !(index > 0 && word.startsWith("x"));
    return isCapital ? word.charAt(0).toLocaleUpperCase("vi") + word.slice(1) : word;
  });
  return { text: text.join(" "), count, certainty: 1 };
}

/**
 * An abbreviation as printed: TP, Tp, or TP. with or without a space after it. OCR often loses the stop or takes it for a comma, and
 * seldom invents one, so a stop in any view counts.
 */
function readAbbreviation({ words, others }: WordsRead, end: number, kind: string): Kind | undefined {
  const letters = kind.replace(".", "");
  const isAlike = (word: string) => {
    const seen = word.replace(wordJoiner, "").replace(/[.,]*$/, "");
    return (letters.length > 1 ? seen.toUpperCase() : seen) === letters;
  };
  const read = words[end - 1] ?? "";
  if (!isAlike(read) || (kind.endsWith(".") && !read.includes("."))) return undefined;
  // A comma is a misread stop only where a part begins; elsewhere it ends a name, as in "Khu TT,".
  if (read.includes(",") && words[end - 2]?.includes(",") === false) return undefined;
  const forms = [read, ...others.map((other) => other.words[end - 1] ?? "").filter(isAlike)];
  const isAgreed = forms.every((form) => form === read) && !read.includes(",");
  const text = (forms.find((form) => /[.,]/.test(form)) ?? read).replace(/[.,]+/, ".");
  return { text, count: 1, certainty: isAgreed ? 1 : certaintyOfDisputedStop };
}
