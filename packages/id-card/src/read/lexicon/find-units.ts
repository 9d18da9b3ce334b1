import { accentDistance, countEdits, foldText } from "./compare-text.ts";
import { lettersOf, type WordsRead } from "./lexicon.ts";
import type { Unit } from "./units.ts";

/** Ward, district and province at the end of a place, as far as they were made out. */
export interface FoundUnits {
  /** The word that the first of them, or what kind it is, begins with. */
  readonly from: number;
  readonly names: readonly FoundUnit[];
  /** Letters that are accounted for, less what it cost to account for them. */
  readonly score: number;
  readonly confidence: number;
  /** Whether the first of them is no ward, though it has some. */
  readonly isCutOff: boolean;
}

/** A unit as it is called, and the words before it that say what it is. */
export interface FoundUnit {
  readonly name: string;
  readonly kind: string | undefined;
}

/** What it costs that a letter was misread, or an accent as a share of its distance, and that a short word behind the province has to be grain. */
const costs = { edit: 1.1, round: 0.35, roundInRound: 0.05, accent: 0.6, tailWord: 0.4 };

/** What a unit of cost takes away from the letters that are accounted for. */
const lettersPerCost = 2.5;

/** How sure a name is of which none, one, or more letters were misread. */
const surenessOfEdits = [1, 0.94, 0.78];

/** A unit that is not this much cheaper to read than another is doubtful. */
const leadMin = 0.3;

const lettersOfTailMax = 5;
const provincesTriedMax = 4;
const districtsTriedMax = 3;

const kindsOfLevel: readonly (readonly string[])[] = [
  ["thành phố", "tỉnh", "TP"],
  ["thành phố", "thị xã", "quận", "huyện", "TP", "TX"],
  ["thị trấn", "đặc khu", "phường", "xã", "TT"],
];

/**
 * Finds the units that a place ends with from the last word on: the province first, in it the district, and in that the
 * ward. Where a name lies tells it from all others of its letters, so that accents that were not seen cost little.
 */
export function findUnits(text: WordsRead, provinces: readonly Unit[]): FoundUnits | undefined {
  const { words, letters } = text;
  let best: FoundUnits | undefined;
  for (
    let tail = 0;
    tail <= 2 && letters.slice(words.length - tail).join("").length <= lettersOfTailMax;
    tail += 1
  ) {
    const ends = matchUnits(text, words.length - tail, provinces).slice(0, provincesTriedMax);
    for (const province of ends) {
      const start: FoundUnits = {
        from: 0,
        names: [],
        score: -tail * costs.tailWord * lettersPerCost,
        confidence: 1,
        isCutOff: true,
      };
      const found = extend(text, start, province, 0);
      if (isBetter(found, best)) best = found;
    }
  }
  return best;
}

interface Match {
  readonly unit: Unit;
  readonly from: number;
  readonly cost: number;
  readonly isRivalled: boolean;
  /** How many of its letters are not those that were read. */
  readonly edits: number;
}

/** Some districts gave their names to wards when districts were done away with, and then nothing is missing before them. */
function isBetter(one: FoundUnits, other: FoundUnits | undefined): boolean {
  if (other === undefined || one.score !== other.score)
    return one.score > (other?.score ?? Number.NEGATIVE_INFINITY);
  return other.isCutOff && !one.isCutOff;
}

/** Puts a unit before what is found, and what lies in it before that; the best of a few ways. */
function extend(text: WordsRead, found: FoundUnits, match: Match, level: number): FoundUnits {
  const { unit, from } = match;
  const kind = readKind(text, from, kindsOfLevel[unit.within.length === 0 && level > 0 ? 2 : level] ?? []);
  // The Tĩnh of Hà Tĩnh may be its own, or say that a province follows.
  const ways = kind === undefined ? [undefined] : [kind, undefined];
  let best: FoundUnits | undefined;
  for (const way of ways) {
    const here = putBefore(text, found, match, way);
    const inner = matchUnits(text, here.from, unit.within).slice(0, districtsTriedMax);
    for (const each of [here, ...inner.map((one) => extend(text, here, one, level + 1))]) {
      if (isBetter(each, best)) best = each;
    }
  }
  return best as FoundUnits;
}

function putBefore(text: WordsRead, found: FoundUnits, match: Match, kind: Kind | undefined): FoundUnits {
  const { unit, from, cost, isRivalled, edits } = match;
  const sureness = Math.max(0.8, 0.99 - 0.02 * cost) * (surenessOfEdits[edits] ?? 0.5);
  const name = asRead(unit.name, text.words.slice(from, from + unit.wordCount), text.isListed);
  return {
    from: from - (kind?.count ?? 0),
    names: [{ name, kind: kind?.said }, ...found.names],
    score: found.score + unit.letters.length + (kind?.count ?? 0) - cost * lettersPerCost,
    confidence: found.confidence * sureness * (isRivalled ? 0.82 : 1),
    isCutOff: unit.within.length > 0,
  };
}

/** Within a word some write a capital and some do not, some write y where others write i, and some lists have Cang and some Căng. */
function asRead(name: string, words: readonly string[], isListed: WordsRead["isListed"]): string {
  const read = words.join(" ").replace(/[,.]+$/, "");
  const isSame =
    /[\p{L}'’]\p{Lu}/u.test(name) && read.toLocaleLowerCase("vi") === name.toLocaleLowerCase("vi");
  if (isSame || (isListed(read) && withoutBreves(read) === withoutBreves(name))) return read;
  const letters = foldText(read);
  if (letters.length !== name.length || lettersOf(read) !== lettersOf(name)) return name;
  const spelt = [...name.normalize("NFD")];
  let at = -1;
  return spelt
    .map((sign) => {
      if (!/\p{M}/u.test(sign)) at += 1;
      return /^[iy]$/.test(sign) && /^[iy]$/.test(letters[at] ?? "") ? (letters[at] ?? sign) : sign;
    })
    .join("")
    .normalize("NFC");
}

/** The units that the words before an end may name, the cheapest to read first. */
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
          best = { unit, from: end - count, cost, isRivalled: false, edits };
        }
      }
    }
    if (best !== undefined) matches.push(best);
  }
  const worth = ({ cost, unit }: Match) => unit.letters.length - cost * lettersPerCost;
  matches.sort((a, b) => worth(b) - worth(a));
  return matches.map((match) => ({ ...match, isRivalled: matches.some((other) => rivals(match, other)) }));
}

/** Whether the same words may as well be another unit's name. */
function rivals(match: Match, other: Match): boolean {
  const isSame = withoutY(other.unit.name) === withoutY(match.unit.name);
  return other.from === match.from && !isSame && other.cost < match.cost + leadMin;
}

function withoutBreves(name: string): string {
  return name.normalize("NFD").replaceAll("\u0306", "");
}

function withoutY(name: string): string {
  return name.normalize("NFD").replaceAll("y", "i");
}

/** What it costs to take what was read for a unit; endless where it is too far from it, or another place's name. */
function costOf(
  letters: string,
  read: string,
  unit: Unit,
  { isNamed, isRound }: WordsRead,
): { readonly cost: number; readonly edits: number } {
  if (letters === unit.letters) {
    const distance = accentDistance(signsOf(read), signsOf(unit.name));
    return { cost: Number.isFinite(distance) ? distance * costs.accent : costs.edit, edits: 0 };
  }
  const none = { cost: Number.POSITIVE_INFINITY, edits: 0 };
  const editsMax = Math.floor(unit.letters.length / 4);
  if (/\d/.test(unit.letters) || Math.abs(letters.length - unit.letters.length) > editsMax) return none;
  if (roundOf(letters) === roundOf(unit.letters)) {
    const rounded = [...letters].filter((letter, at) => letter !== unit.letters[at]).length;
    // A short name is soon another's.
    const isSure = isRound || (letters.length > 4 && !isNamed(letters));
    const cost = isRound ? rounded * costs.roundInRound : rounded * costs.round + 0.3;
    return { cost, edits: isSure ? 0 : 2 };
  }
  const edits = countEdits(roundOf(letters), roundOf(unit.letters));
  return edits > editsMax || isNamed(letters) ? none : { cost: edits * costs.edit + 0.3, edits };
}

function signsOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** In some typefaces an a is as round as an o, and a blurred one is read as either; and the arms of a k may stand apart from it. */
function roundOf(letters: string): string {
  return letters.replaceAll("lc", "k").replaceAll("o", "a");
}

interface Kind {
  readonly said: string;
  readonly count: number;
}

/** The words before a name that say what it names, if they do. */
function readKind({ words, letters }: WordsRead, end: number, kinds: readonly string[]): Kind | undefined {
  for (const kind of kinds) {
    const count = kind.split(" ").length;
    // What ends with a comma is a name by itself: a hamlet Thượng is no Phường.
    if (count > end || words.slice(end - count, end).some((word) => word.includes(","))) continue;
    const read = letters.slice(end - count, end).join("");
    const wanted = lettersOf(kind);
    const isAlike = wanted.length > 4 ? countEdits(read, wanted) <= 1 : roundOf(read) === wanted;
    if (!isAlike) continue;
    const first = words[end - count] ?? "";
    const isCapital = first.charAt(0) !== first.charAt(0).toLocaleLowerCase("vi");
    const said = isCapital ? kind.charAt(0).toLocaleUpperCase("vi") + kind.slice(1) : kind;
    return { said, count };
  }
  return undefined;
}
