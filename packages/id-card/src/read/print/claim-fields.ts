import type { CardKind, FieldName } from "../card-reading.ts";
import type { FoundPrint } from "../card-tools.ts";
import { commonLength, foldLetters } from "../lexicon/compare-text.ts";
import { correctName, type NameLexicons } from "../lexicon/correct-name.ts";
import { correctPlace, type PlaceLexicons } from "../lexicon/correct-place.ts";
import { type Claim, similarityOf } from "../weigh.ts";
import {
  dateValue,
  dateValues,
  nameValue,
  noExpiryValue,
  numberValue,
  placeValue,
  sexValue,
} from "./field-values.ts";
import { hasLabel, type LabelOf, splitByLabels } from "./labels.ts";

/** What is known of the holder from other parts of the card, and the lexicons. */
export interface Hints {
  readonly plainName: string | undefined;
  /** Number and expiry of the MRZ. */
  readonly idNumber: string | undefined;
  readonly dateOfExpiry: string | undefined;
  readonly knownPlaces: readonly string[];
  readonly names: NameLexicons;
  readonly places: PlaceLexicons;
}

/** The claims of a zone for some fields. `readings` are the OCR results of its views so far, the latest one last. */
export function claimFields(
  readings: readonly [...earlier: FoundPrint[], latest: FoundPrint],
  fields: readonly FieldName[],
  kind: CardKind,
  hints: Hints,
): Claim[] {
  const zones = readings.map(({ text }) => {
    const lines = keepPlausible(withoutForeignMarks(text).split("\n"));
    return { lines, values: splitByLabels(lines), kind, hints };
  });
  const latest = zones.at(-1) as Zone;
  return fields.flatMap((field) => {
    const seen = field === "fullName" ? readings : readings.slice(-1);
    const clearest = Math.max(...seen.map((reading) => reading.confidence));
    const claimed = claimFrom(zones, latest, field, clearest);
    if (claimed === undefined) return [];
    const certainty = claimed.isKnown === true ? 1 : Math.min(1, clearest + 0.25);
    const confidence = claimed.confidence * certainty;
    return [{ field, value: claimed.value, source: "print" as const, confidence }];
  });
}

/** Removes marks that Vietnamese does not have, such as the diaeresis for which OCR takes an acute. */
function withoutForeignMarks(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\u0304\u0305\u0307\u0308\u030a-\u031a\u0327\u0328]/g, "")
    .normalize("NFC");
}

interface Zone {
  readonly lines: readonly string[];
  readonly values: ReadonlyMap<LabelOf, string>;
  readonly kind: CardKind;
  readonly hints: Hints;
}

interface Claimed {
  readonly value: string;
  readonly confidence: number;
  /** Whether the value is certain however unsure OCR is, for example because the MRZ has it too. */
  readonly isKnown?: boolean;
}

function claimFrom(
  zones: readonly Zone[],
  latest: Zone,
  field: FieldName,
  clearest: number,
): Claimed | undefined {
  if (field === "fullName") return claimName(zones, latest.hints, clearest);
  if (field === "placeOfOrigin" || field === "placeOfResidence") return claimPlace(zones, latest, field);
  return claimField(field, latest);
}

function claimField(
  field: Exclude<FieldName, "fullName" | "placeOfOrigin" | "placeOfResidence">,
  zone: Zone,
): Claimed | undefined {
  const all = zone.lines.join(" ");
  const labelled = zone.values.get(field);
  switch (field) {
    case "idNumber":
      return claimNumber(numberValue(all), zone.hints);
    case "dateOfBirth":
      return claimIfRead(dateValue(labelled ?? "") ?? dateValue(all), 0.95);
    case "sex":
      return claimIfRead(sexValue(labelled ?? "") ?? sexValue(all), 0.95);
    case "nationality":
      return claimIfRead(/vi.t\s*n.m/i.test(labelled ?? all) ? "Việt Nam" : undefined, 0.95);
    case "dateOfExpiry":
      return claimIfRead(noExpiryValue(all), 0.95) ?? claimExpiry(zone, all);
    case "dateOfIssue":
      return claimIfRead(issueValue(labelled ?? "", zone) ?? issueValue(all, zone), certaintyOfDay(all));
    case "issuedBy":
      return claimAuthority(all);
  }
}

/** The last digit of a year with a letter next to it may be misread. */
function certaintyOfDay(text: string): number {
  return /\/\s?\d{4}\p{L}/u.test(text) ? 0.65 : 0.9;
}

function claimIfRead(value: string | undefined, confidence: number, isKnown = false): Claimed | undefined {
  return value === undefined ? undefined : { value, confidence, isKnown };
}

/** A number that equals the one of the MRZ was read correctly, however faint it is. */
function claimNumber(read: string | undefined, { idNumber }: Hints): Claimed | undefined {
  return claimIfRead(read, 0.9, read !== undefined && read === idNumber);
}

function claimName(
  zones: readonly Zone[],
  { plainName, names }: Hints,
  clearest: number,
): Claimed | undefined {
  const read = zones.flatMap((zone) => findName(zone, plainName) ?? []);
  if (read.length === 0) return undefined;
  const { name, confidence } = correctName(read, plainName, names, clearest);
  return { value: name, confidence };
}

/** Without a legible label, the name is the line that is most similar to the name of the MRZ. */
function findName({ lines, values }: Zone, plainName: string | undefined): string | undefined {
  const texts = [values.get("fullName") ?? "", ...(plainName !== undefined ? lines : [])];
  const read = texts.flatMap((text) => nameValue(splitLike(plainName ?? "", text)) ?? []);
  const similarity = (name: string) => (plainName === undefined ? 0 : similarityOf(name, plainName));
  return read.reduce<string | undefined>(
    (most, each) => (most === undefined || similarity(each) > similarity(most) ? each : most),
    undefined,
  );
}

/** Splits a name that OCR read as one word like the name of the MRZ. */
function splitLike(plainName: string, text: string): string {
  const word = text.trim();
  const words = plainName.split(" ");
  if (words.join("").toLowerCase() !== foldLetters(word).letters || /[^\p{L}]/u.test(word)) return text;
  let at = 0;
  return words
    .map(({ length }) => {
      at += length;
      return word.slice(at - length, at);
    })
    .join(" ");
}

/** The first date in a text on which a card of this kind can have been issued, before its expiry. */
function issueValue(text: string, { kind, hints }: Zone): string | undefined {
  const { from, before } = issued[kind];
  const expiry = /^\d/.test(hints.dateOfExpiry ?? "") ? sortableDay(hints.dateOfExpiry ?? "") : before;
  const end = [expiry, before].toSorted()[0] ?? before;
  return dateValues(text).find((day) => sortableDay(day) >= from && sortableDay(day) < end);
}

/** The law on identity cards came into force in July 2024. A date of issue after 2044 is certainly misread. */
const issued: Readonly<Record<CardKind, { readonly from: string; readonly before: string }>> = {
  "2021": { from: "20210101", before: "20240701" },
  "2024": { from: "20240701", before: "20450101" },
};

function sortableDay(day: string): string {
  return day.split("/").reverse().join("");
}

/** The lists are a second witness of units. What stands before them in a residence needs another view that has it too. */
function claimPlace(zones: readonly Zone[], latest: Zone, field: PlaceField): Claimed | undefined {
  const found = zones.map((zone) => findPlace(zone, field));
  const claimed = combinePlaces(found, latest, field);
  if (claimed === undefined || field === "placeOfOrigin") return claimed;
  const isSeenTwice = found.filter((each) => each?.head === claimed.head).length > 1;
  return isSeenTwice ? claimed : { ...claimed, confidence: Math.min(claimed.confidence, certaintyOfOneView) };
}

/** Reads a place from the latest view, or from all views together: glare seldom hides the same words in all of them. */
function combinePlaces(
  found: readonly (ClaimedPlace | undefined)[],
  latest: Zone,
  field: PlaceField,
): ClaimedPlace | undefined {
  const own = found.at(-1);
  const others = found.slice(0, -1).flatMap((each) => each?.read ?? []);
  if (others.length === 0) return own;
  const seen = own === undefined ? others : [own.read, ...others];
  const combined = seen.map((read) =>
    correctInZone(
      latest,
      field,
      read,
      seen.filter((other) => other !== read),
    ),
  );
  const surest = combined.reduce((best, each) => (each.confidence > best.confidence ? each : best));
  return surest.confidence > Math.max(own?.confidence ?? 0, certaintyOfCombinedMin) ? surest : own;
}

type PlaceField = "placeOfOrigin" | "placeOfResidence";

/** A place that is combined from several views needs more confidence than this. */
const certaintyOfCombinedMin = 0.7;

/** Low enough to stay doubtful if the same view is claimed again. */
const certaintyOfOneView = 0.84;

interface ClaimedPlace extends Claimed {
  readonly read: string;
  readonly head: string;
  readonly weight: number;
}

/**
 * The text after the label. Without a legible one, the place is the line with the most letters of known names, weighted by
 * confidence.
 */
function findPlace(zone: Zone, field: PlaceField): ClaimedPlace | undefined {
  const labelled = zone.values.get(field);
  // An origin ends with its line, if the next label was not legible.
  const ends = zone.lines.map((line) => (labelled ?? "").indexOf(line)).filter((at) => at > 0);
  const [first = 0] = ends;
  // A few letters after the label are the end of it.
  const start = foldLetters((labelled ?? "").slice(0, first)).letters.length <= 3 ? first : 0;
  const parts = field === "placeOfOrigin" ? ends.map((at) => (labelled ?? "").slice(start, at)) : [];
  const candidates =
    labelled === undefined ? zone.lines.filter((line) => isUnlabelled(line, zone)) : [labelled, ...parts];
  let best: ClaimedPlace | undefined;
  const scoreOf = (claimed: ClaimedPlace) => claimed.weight * (claimed.weight > 0 ? claimed.confidence : 1);
  for (const candidate of candidates) {
    const read = placeValue(candidate);
    if (read === undefined) continue;
    const mended = correctInZone(zone, field, read, []);
    const certainty = smudgedNumber.test(candidate) || labelled === undefined ? certaintyOfSmudged : 1;
    const claimed = { ...mended, confidence: mended.confidence * certainty };
    if (best === undefined || scoreOf(claimed) > scoreOf(best)) best = claimed;
  }
  return best;
}

/**
 * Whether a line may be a place whose label was not legible: it has no other label, is not in capitals as a name, and is no part of
 * the known residence.
 */
function isUnlabelled(line: string, { values, hints }: Zone): boolean {
  if (hasLabel(line) || !/\p{Ll}/u.test(line)) return false;
  const { letters } = foldLetters(line);
  const isOther = [...values.values()].some((value) => foldLetters(value).letters.includes(letters));
  return !isOther && hints.knownPlaces.every((place) => shareOf(letters, foldLetters(place).letters) < 0.8);
}

/** A character that no place has, after a number, was most likely a digit. */
const smudgedNumber = /\d ?[^\p{L}\p{N}\s,./'()-]/u;

/** The certainty of a place with such a number, or without a legible label. */
const certaintyOfSmudged = 0.7;

function correctInZone(zone: Zone, field: PlaceField, read: string, others: readonly string[]): ClaimedPlace {
  const { kind, hints, lines } = zone;
  // Cards of 2021 were no longer issued when districts were abolished.
  const units = kind === "2021" ? hints.places.unitsBefore2025 : hints.places.units;
  const options = { allowsStreet: field === "placeOfResidence", hasRoundA: hasRoundA(lines), others };
  const { place, head, confidence, weight } = correctPlace(
    read,
    hints.knownPlaces,
    { ...hints.places, units },
    options,
  );
  return { value: place, head, confidence, weight, read };
}

/** Whether the typeface has a round a, by labels in which OCR read an o for it. */
function hasRoundA(lines: readonly string[]): boolean {
  return lines.some((line) => /\bPloce\b|\bqu[oóôòõ]n\b|\bkh[oơ]i sinh\b/i.test(line));
}

/** On a card of 2024 the date of issue is in the same zone above the expiry, so the expiry is the second date. */
function claimExpiry({ values, kind }: Zone, all: string): Claimed | undefined {
  const labelled = dateValue(values.get("dateOfExpiry") ?? "");
  return claimIfRead(labelled ?? dateValue(all, kind === "2021" ? 0 : 1), 0.9);
}

function claimAuthority(all: string): Claimed | undefined {
  const found = findAuthority(all);
  if (found === undefined || found.similarity < 0.6) return undefined;
  // There are only two, so the nearer one it is, however unsure OCR is of each letter.
  const isDecided = found.lead >= 0.1;
  return { value: found.value, confidence: isDecided ? 0.95 : 0.5, isKnown: isDecided };
}

const allowedCharacters = /[\p{L}\p{N} ,.:/()-]/gu;

/** Removes lines without words: misread accents, the chip, noise. */
function keepPlausible(lines: readonly string[]): string[] {
  return lines.map((line) => line.replaceAll(/\s+/g, " ").trim()).filter(isPlausible);
}

function isPlausible(line: string): boolean {
  const allowed = line.match(allowedCharacters)?.length ?? 0;
  const words = line.split(/[ ,.:/()-]+/).filter((word) => word !== "");
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const hasWord = words.some(
    (word) => /^\p{L}{3,}$/u.test(word) || /^\d{2,}/.test(word) || /^(N(ữ|am)|An)$/.test(word),
  );
  return hasWord && allowed / line.length >= 0.85 && letters / words.length >= 2;
}

/** The authorities that issued cards of 2021, as printed. The one of 2024 is fixed by law. */
const authorities = [
  "CỤC TRƯỞNG CỤC CẢNH SÁT QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI",
  "CỤC TRƯỞNG CỤC CẢNH SÁT ĐĂNG KÝ QUẢN LÝ CƯ TRÚ VÀ DỮ LIỆU QUỐC GIA VỀ DÂN CƯ",
] as const;

/** The authority that is most similar to a text, its similarity from 0 to 1, and the lead over the next. */
function findAuthority(
  text: string,
): { readonly value: string; readonly similarity: number; readonly lead: number } | undefined {
  const { letters } = foldLetters(text);
  const [best, next] = authorities
    .map((value) => ({ value, similarity: shareOf(foldLetters(value).letters, letters) }))
    .sort((one, other) => other.similarity - one.similarity);
  return best && { ...best, lead: best.similarity - (next?.similarity ?? 0) };
}

/** The share of the letters of `wanted` that another text has in order. */
function shareOf(wanted: string, letters: string): number {
  return commonLength(wanted, letters) / wanted.length;
}
