import { type FoundUnit, findUnits } from "./find-units.ts";
import { type Lexicon, lettersOf, makeLexicon } from "./make-lexicon.ts";
import { listUnitNames, makeUnit, makeUnitTrees, type Unit } from "./make-unit-trees.ts";
import { mendPart } from "./mend-part.ts";
import { placeNames, provinceNames } from "./place-names.ts";
import { readWords } from "./words-read.ts";

/** Places of the country, and the syllables that their names are made of. */
export interface PlaceLexicons {
  readonly phrases: Lexicon;
  readonly provinces: Lexicon;
  readonly syllables: Lexicon;
  /** Provinces with all that lies in them: as on any card, and as on cards that were issued while there were districts. */
  readonly units: readonly Unit[];
  readonly unitsBefore2025: readonly Unit[];
}

/** A place with its accents mended, and how sure that is, 0 to 1. */
export interface MendedPlace {
  readonly place: string;
  readonly confidence: number;
  /** How much of it is made of names that are known: their letters, less those of other words. */
  readonly weight: number;
}

/** Words that stand before a name and say what it names. */
const kinds =
  "tổ dân phố|tổ|thôn|xóm|ấp|khóm|khu phố|khu|đường|phố|ngõ|ngách|hẻm|kiệt|số|phường|xã|thị trấn|quận|huyện|thị xã|thành phố|tỉnh|bản|buôn|làng|đội|cụm|khối|chung cư|tòa|lô";

/** Makes the lexicons that `mendPlace` looks in. */
export function makePlaceLexicons(): PlaceLexicons {
  const { before2025, since2025 } = makeUnitTrees();
  const units = [...before2025, ...since2025];
  const names = [
    ...new Set([...provinceNames.split("|"), ...placeNames.split("|"), ...listUnitNames(units)]),
  ];
  const syllables = new Map<string, number>();
  for (const name of names) {
    for (const word of name.toLocaleLowerCase("vi").split(" "))
      syllables.set(word, (syllables.get(word) ?? 0) + 1);
  }
  const byUse = [...syllables].sort(([, a], [, b]) => b - a).map(([word]) => word);
  return {
    phrases: makeLexicon(names),
    provinces: makeLexicon(provinceNames.split("|")),
    syllables: makeLexicon(byUse),
    units,
    unitsBefore2025: before2025,
  };
}

/** The lists have all units, so that what is not in them may be misread, whatever it looks like: below the gate of places, which a second reading alike lifts it over. */
const surenessOfUnlisted = 0.68;

/** A place that begins with a district has most likely lost its ward, and it stays lost however often it is read. */
const surenessOfCutOff = 0.5;

/** How a place was read, beyond what was read. */
export interface PlaceManner {
  /** Whether a village, street or house may come first. */
  readonly hasDoor?: boolean;
  /** Whether the typeface has an a as round as an o. */
  readonly isRound?: boolean;
  /** The same place as other views have it, to find its units in. */
  readonly others?: readonly string[];
}

/** Mends a place by the units that it ends with; where none is made out, or for what stands before them, by names alone. */
export function mendPlace(
  printed: string,
  knownPlaces: readonly string[],
  lexicons: PlaceLexicons,
  { hasDoor = true, isRound = false, others = [] }: PlaceManner = {},
): MendedPlace {
  const place = tidyStart(printed);
  const known = knownPlaces.flatMap(unitsOfPlace);
  const isNamed = (letters: string) => lexicons.phrases.has(letters);
  const isListed = (name: string) => lexicons.phrases.get(lettersOf(name))?.includes(name) === true;
  const text = readWords(place, { others: others.map(tidyStart), isNamed, isListed, isRound });
  // What the lists have comes first: of a known residence the ward may be the middle.
  const found = findUnits(text, [...lexicons.units, ...known]);
  if (found === undefined || found.names.length < 2) {
    const whole = withoutGrain(place.replace(/( [\p{Ll}\d])+$/u, ""), lexicons.provinces);
    const bare = mendByNames(whole, knownPlaces, lexicons, isRound);
    // A place that does not end with a province is not whole.
    const sureness = surenessOfUnlisted * (found === undefined ? 0.5 : 1);
    return { ...bare, confidence: bare.confidence * sureness };
  }
  const units = found.names.map(sayUnit).join(", ");
  const before = text.words
    .slice(0, found.from)
    .join(" ")
    .replace(/[\s,.-]+$/, "");
  const hasHead = /\p{L}|\d\d/u.test(before);
  const sureness = hasHead ? surenessOfUnlisted : surenessOfCutOff;
  const confidence = found.confidence * (found.isCutOff ? sureness : 1);
  const weight = found.names.reduce((sum, { name }) => sum + name.length, 0);
  // A lone digit is the grain of the card, or an accent that stands far above its letter.
  if (!hasHead) return { place: units, confidence, weight };
  const head = mendByNames(before, knownPlaces, { ...lexicons, provinces: lexicons.phrases }, isRound);
  return {
    place: `${head.place}, ${units}`,
    confidence: head.confidence * confidence * (hasDoor ? 1 : surenessOfUnlisted),
    weight: head.weight + weight,
  };
}

/**
 * A place begins with a capital. An x and an s look alike in both sizes, and so do the small l and the capital of Ia, which
 * many villages begin with. Another stray letter before the place is an accent of its first line, or the end of a label.
 */
function tidyStart(printed: string): string {
  const place = printed
    .replaceAll(/(?<!\p{L})l(?=a \p{Lu})/gu, "I")
    .replace(/^(?!(x[ãaõo]|s[ốôóo]|t[ổôốồo]|[ấâa]?p|lô) )(\p{Ll}{1,2} )+(?=\p{Lu})/u, "");
  return place.charAt(0).toLocaleUpperCase("vi") + place.slice(1);
}

function sayUnit({ name, kind }: FoundUnit): string {
  return kind === undefined ? name : `${kind} ${name}`;
}

/** A place that is known for sure, as a province with one unit in it, and so on. */
function unitsOfPlace(place: string): Unit[] {
  return place.split(/,\s*/).reduce<Unit[]>((within, part) => {
    const name = withoutKind(part).at(-1) ?? part;
    return [makeUnit(name, within)];
  }, []);
}

/**
 * Mends the accents of a printed place, part by part between its commas: by places that are known for sure, such as those
 * of the holder's residence in the QR code, by names of districts and towns, and by their syllables.
 */
function mendByNames(
  printed: string,
  knownPlaces: readonly string[],
  lexicons: PlaceLexicons,
  isRound: boolean,
): MendedPlace {
  const known = makeLexicon(knownPlaces.flatMap((place) => place.split(/,\s*/)).flatMap(withoutKind));
  const parts = printed.split(/\s*,\s*/).filter((part) => part !== "");
  const mended = parts.map((part, index) => {
    const phrases = index === parts.length - 1 ? lexicons.provinces : lexicons.phrases;
    return mendPart(part, {
      known,
      kinds: kindLexicon(),
      phrases,
      more: lexicons.phrases,
      syllables: lexicons.syllables,
      isRound,
    });
  });
  return {
    place: mended.map(({ text }) => text).join(", "),
    confidence: mended.reduce((product, each) => product * each.confidence, 1),
    weight: mended.reduce((sum, each) => sum + each.weight, 0),
  };
}

/** The province is the last of a place; a few letters behind it are the grain of the card. */
function withoutGrain(place: string, provinces: Lexicon): string {
  const comma = place.lastIndexOf(",") + 1;
  const last = place.slice(comma).trim();
  return last === "" ? place : place.slice(0, comma) + withoutTail(last, provinces);
}

function withoutTail(part: string, provinces: Lexicon): string {
  const words = part.split(" ");
  for (let count = words.length - 1; count > 0; count -= 1) {
    const tail = words.slice(count).join("");
    const head = words.slice(0, count).join(" ");
    if (tail.length <= 4 && provinces.has(lettersOf(head))) return head;
  }
  return part;
}

function kindLexicon(): Lexicon {
  return makeLexicon(kinds.split("|"));
}

/** A name with and without the word that says what it names. */
function withoutKind(part: string): string[] {
  const kind = kinds.split("|").find((each) => part.toLocaleLowerCase("vi").startsWith(`${each} `));
  return kind === undefined ? [part] : [part, part.slice(kind.length + 1)];
}
