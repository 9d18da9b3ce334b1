import { correctPart } from "./correct-part.ts";
import { certaintyOfDisputedStop, type FoundUnit, findUnits } from "./find-units.ts";
import {
  joinWords,
  type Lexicon,
  type LexiconTexts,
  lettersOf,
  makeLexicon,
  readLines,
  readWords,
} from "./lexicon.ts";
import { listUnitNames, makeUnit, makeUnitTrees, type Unit } from "./units.ts";

/** Vietnamese places, and the syllables of their names. */
export interface PlaceLexicons {
  readonly phrases: Lexicon;
  readonly provinces: Lexicon;
  readonly syllables: Lexicon;
  /** Provinces with their units: all of them, and those of before July 2025, when there were districts. */
  readonly units: readonly Unit[];
  readonly unitsBefore2025: readonly Unit[];
}

/** A corrected place, and its confidence from 0 to 1. */
interface MendedPlace {
  readonly place: string;
  /** The words before its units, such as a house or a hamlet, which are in no list. */
  readonly head: string;
  readonly confidence: number;
  /** The letters of known names, less those of unknown words. */
  readonly weight: number;
}

/** Words before a name that say what it is: hamlet, street, ward and so on. */
const kinds =
  "tổ dân phố|tổ|thôn|xóm|ấp|khóm|khu phố|khu|đường|phố|ngõ|ngách|hẻm|kiệt|số|phường|xã|thị trấn|quận|huyện|thị xã|thành phố|tỉnh|bản|buôn|làng|đội|cụm|khối|chung cư|tòa|lô";

const kindAtStart = new RegExp(`^((${kinds}|T[PXT]) |(T[PXT]|[PQHXT])\\. ?)`, "iu");

/** Makes the lexicons for `correctPlace`. */
export function makePlaceLexicons(texts: LexiconTexts): PlaceLexicons {
  const { before2025, since2025 } = makeUnitTrees(texts);
  const provinces = readLines(texts.provinces);
  const units = [...before2025, ...since2025];
  const names = [...new Set([...provinces, ...readLines(texts.places), ...listUnitNames(units)])];
  const syllables = new Map<string, number>();
  for (const name of names) {
    for (const word of name.toLocaleLowerCase("vi").split(" "))
      syllables.set(word, (syllables.get(word) ?? 0) + 1);
  }
  const byUse = [...syllables].sort(([, a], [, b]) => b - a).map(([word]) => word);
  return {
    phrases: makeLexicon(names),
    provinces: makeLexicon(provinces),
    syllables: makeLexicon(byUse),
    units,
    unitsBefore2025: before2025,
  };
}

/** Below the threshold of places, because the lists have all units. */
const certaintyOfUnlisted = 0.68;

/** A place that begins with a district has most likely lost its ward, however often it is read. */
const certaintyWithoutWard = 0.5;

/** OCR loses stops, so a place with an abbreviated kind is below the threshold of places, and is read twice. */
const certaintyOfAbbreviation = 0.92;

/** After these kinds a short word at the end, or any in lower case, is rather a number that was misread. */
const misreadNumber =
  /(?<!\p{L})([Kk]hu phố|[Tt]ổ|[Ấấ]p|[Kk]hóm|[Xx]óm|[Đđ]ội) (?!dân )(\p{L}{1,2}$|\p{Ll}+(?=,|$))/u;
const certaintyOfNumber = 0.7;

/** A place has one ward. If the words before the one that was found name another, it may be wrong. */
const kindOfWard = /^(phường|xã|thị trấn|TT|P\.|X\.)/iu;
const certaintyOfSecondWard = 0.8;

/** A digit before a hamlet or a numbered quarter is noise, rather than the number of a house. */
const strayDigit = /^\d (?=(Thôn|Bản) |(T[ổô]|Đội|Khu phố|Khóm|[ẤÁ]p|Xóm) \d)/u;
const certaintyWithoutDigit = 0.85;

/** Options of `correctPlace`. */
interface PlaceOptions {
  /** Whether a house, street or hamlet may precede the units, as in a residence. */
  readonly allowsStreet?: boolean;
  /** Whether the typeface has a round a, which OCR reads as o. */
  readonly hasRoundA?: boolean;
  /** The same place as read in other views. */
  readonly others?: readonly string[];
}

/** Corrects a place by the units at its end. Without units, and for the words before them, it is corrected by names alone. */
export function correctPlace(
  printed: string,
  knownPlaces: readonly string[],
  lexicons: PlaceLexicons,
  { allowsStreet = true, hasRoundA = false, others = [] }: PlaceOptions = {},
): MendedPlace {
  const place = tidyStart(printed);
  const known = knownPlaces.flatMap(unitsOfPlace);
  const isNamed = (letters: string) => lexicons.phrases.has(letters);
  const parts = new Set(knownPlaces.flatMap((each) => each.split(/,\s*/)).flatMap(withoutKind));
  const isListed = (name: string) =>
    parts.has(name) || lexicons.phrases.get(lettersOf(name))?.includes(name) === true;
  const text = readWords(place, { others: others.map(tidyStart), isNamed, isListed, hasRoundA });
  // Listed units come first: in a known residence it is unknown which part is the ward.
  const found = findUnits(text, [...lexicons.units, ...known]);
  if (found === undefined || found.names.length < 2) {
    const whole = withoutStrayLetters(place.replace(/( [\p{Ll}\d])+$/u, ""), lexicons.provinces);
    const bare = correctByNames(whole, knownPlaces, lexicons, { hasRoundA, endsInProvince: true });
    // A place without a province is incomplete.
    const certainty = certaintyOfUnlisted * (found === undefined ? 0.5 : 1);
    return { ...bare, head: bare.place, confidence: bare.confidence * certainty };
  }
  const units = found.names.map(formatUnit).join(", ");
  const before = joinWords(text.words.slice(0, found.from)).replace(/[\s,.-]+$/, "");
  const hasHead = /\p{L}\p{L}|\d\d|\p{L}[. ]*\d/u.test(before);
  const certainty = hasHead ? certaintyOfUnlisted : certaintyWithoutWard;
  const isAbbreviated = found.names.some(({ kind }) => /^(T[PXT]|.\.)/iu.test(kind ?? ""));
  const confidence =
    found.confidence * (found.isWardMissing ? certainty : 1) * (isAbbreviated ? certaintyOfAbbreviation : 1);
  const weight = found.names.reduce((sum, { name }) => sum + name.length, 0);
  // A lone digit is noise, or a misread accent far above its letter. A letter may be an abbreviation that lost its stop.
  if (!hasHead)
    return {
      place: units,
      head: "",
      confidence: confidence * (/(?<!\p{L})[PQHXT]$/iu.test(before) ? certaintyOfDisputedStop : 1),
      weight,
    };
  const head = correctByNames(before, knownPlaces, lexicons, { hasRoundA, endsInProvince: false });
  const last = head.place.split(", ").at(-1) ?? "";
  const certaintyOfHead =
    (allowsStreet ? 1 : certaintyOfUnlisted) *
    (misreadNumber.test(head.place) ? certaintyOfNumber : 1) *
    (strayDigit.test(printed) ? certaintyWithoutDigit : 1) *
    (!found.isWardMissing && kindOfWard.test(last) ? certaintyOfSecondWard : 1);
  // After a kind alone there is no comma: a hamlet may have the name of a ward.
  const isKindAlone = kinds.split("|").includes(last.toLocaleLowerCase("vi"));
  return {
    place: `${head.place}${isKindAlone ? "" : ","} ${units}`,
    head: head.place,
    confidence: head.confidence * confidence * certaintyOfHead,
    weight: head.weight + weight,
  };
}

/**
 * Makes a place begin with a capital. OCR does not tell some small letters from capitals, such as x and s, and reads the I of Ia as
 * l. Other stray letters and digits before the place are removed: they are misread accents of the first line, or the end of a label.
 */
function tidyStart(printed: string): string {
  const place = printed
    .replaceAll(/(?<!\p{L})l(?=a \p{Lu})/gu, "I")
    .replace(/^(?!(t[ptx]|x[ãaõo]|s[ốôóo]|t[ổôốồo]|[ấâa]?p|lô) )(\p{Ll}{1,2} )+(?=\p{Lu})/u, "")
    .replace(/^\p{Lu},? (?=(Thôn|Xóm|[ẤÁ]p|T[ổô]|Khu|Khóm|Bản|S[ốôỐÔ]|Đội|Làng) )/u, "")
    .replace(strayDigit, "")
    // A kind in capitals, where the rest is not.
    .replace(
      /^(ĐỘI|TỔ|XÓM|THÔN|ẤP|KHÓM|BẢN|SỐ)(?= .*\p{Ll})/u,
      (kind) => kind.charAt(0) + kind.slice(1).toLocaleLowerCase("vi"),
    );
  return place.charAt(0).toLocaleUpperCase("vi") + place.slice(1);
}

function formatUnit({ name, kind }: FoundUnit): string {
  return joinWords(kind === undefined ? [name] : [kind, name]);
}

/** The units of a known place: a province with one unit, which has one unit, and so on. */
function unitsOfPlace(place: string): Unit[] {
  return place.split(/,\s*/).reduce<Unit[]>((within, part) => {
    const name = withoutKind(part).at(-1) ?? part;
    return [makeUnit(name, within)];
  }, []);
}

/**
 * Corrects the accents of a printed place, part by part between its commas: by known places, such as the residence in the QR code,
 * by names of districts and towns, and by their syllables.
 */
function correctByNames(
  printed: string,
  knownPlaces: readonly string[],
  lexicons: PlaceLexicons,
  { hasRoundA, endsInProvince }: { readonly hasRoundA: boolean; readonly endsInProvince: boolean },
): Omit<MendedPlace, "head"> {
  const known = makeLexicon(knownPlaces.flatMap((place) => place.split(/,\s*/)).flatMap(withoutKind));
  const parts = printed.split(/\s*,\s*/).filter((part) => part !== "");
  const mended = parts.map((part, index) => {
    const isProvince = endsInProvince && index === parts.length - 1;
    return correctPart(part, {
      known,
      kinds: kindLexicon(),
      isProvince,
      phrases: isProvince ? lexicons.provinces : lexicons.phrases,
      more: lexicons.phrases,
      syllables: lexicons.syllables,
      hasRoundA,
    });
  });
  return {
    place: mended.map(({ text }) => text).join(", "),
    confidence: mended.reduce((product, each) => product * each.confidence, 1),
    weight: mended.reduce((sum, each) => sum + each.weight, 0),
  };
}

/** Removes up to four stray letters after the province. */
function withoutStrayLetters(place: string, provinces: Lexicon): string {
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

/** A part, and the same without the kind at its beginning if it has one. */
function withoutKind(part: string): string[] {
  const name = part.replace(kindAtStart, "");
  return name === part ? [part] : [part, name];
}
