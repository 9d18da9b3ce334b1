import type { CardKind, FieldName } from "../card-reading.ts";
import type { FoundPrint } from "../card-tools.ts";
import { foldLetters } from "../lexicon/compare-text.ts";
import { mendName, type NameLexicons } from "../lexicon/mend-name.ts";
import { mendPlace, type PlaceLexicons } from "../lexicon/mend-place.ts";
import { type Claim, likenessOf } from "../weigh.ts";
import {
  dateValue,
  dateValues,
  endlessValue,
  nameValue,
  numberValue,
  placeValue,
  sexValue,
} from "./field-values.ts";
import { type LabelOf, splitByLabels } from "./labels.ts";

/** What is known of the holder from elsewhere, and of names in the country. */
export interface Hints {
  readonly plainName: string | undefined;
  /** What the lines say of number and expiry. */
  readonly idNumber: string | undefined;
  readonly dateOfExpiry: string | undefined;
  readonly knownPlaces: readonly string[];
  readonly names: NameLexicons;
  readonly places: PlaceLexicons;
}

/** What a zone's print says of the fields that are looked for in it, after what it was read as before; `isAlone` where it holds no other. */
export function claimFields(
  readings: readonly [...earlier: FoundPrint[], latest: FoundPrint],
  fields: readonly FieldName[],
  kind: CardKind,
  isAlone: boolean,
  hints: Hints,
): Claim[] {
  const zones = readings.map(({ text }) => {
    const lines = keepPlausible(text.split("\n"));
    return { lines, values: splitByLabels(lines), kind, hints, isAlone };
  });
  const latest = zones.at(-1) as Zone;
  return fields.flatMap((field) => {
    const claimed = claimFrom(zones, latest, field);
    if (claimed === undefined) return [];
    const seen = field === "fullName" ? readings : readings.slice(-1);
    const clearest = Math.max(...seen.map((reading) => reading.confidence));
    const sureness = claimed.isKnown === true ? 1 : Math.min(1, clearest + 0.25);
    const confidence = claimed.confidence * sureness;
    return [{ field, value: claimed.value, source: "print" as const, confidence }];
  });
}

interface Zone {
  readonly lines: readonly string[];
  readonly values: ReadonlyMap<LabelOf, string>;
  readonly kind: CardKind;
  readonly hints: Hints;
  /** Whether nothing else is looked for in the zone. */
  readonly isAlone: boolean;
}

interface Claimed {
  readonly value: string;
  readonly confidence: number;
  /** Whether another part of the card has it letter by letter. */
  readonly isKnown?: boolean;
}

function claimFrom(zones: readonly Zone[], latest: Zone, field: FieldName): Claimed | undefined {
  if (field === "fullName") return claimName(zones, latest.hints);
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
      return sure(dateValue(labelled ?? "") ?? dateValue(all), 0.95);
    case "sex":
      return sure(sexValue(labelled ?? "") ?? sexValue(all), 0.95);
    case "nationality":
      return sure(/vi.t\s*n.m/i.test(labelled ?? all) ? "Việt Nam" : undefined, 0.95);
    case "dateOfExpiry":
      return sure(endlessValue(all), 0.95) ?? claimExpiry(zone, all);
    case "dateOfIssue":
      return sure(issueValue(labelled ?? "", zone) ?? issueValue(all, zone), surenessOfDay(all));
    case "issuedBy":
      return claimAuthority(all, zone.kind);
  }
}

/** A year that a letter clings to may have another last digit. */
function surenessOfDay(text: string): number {
  return /\/\s?\d{4}\p{L}/u.test(text) ? 0.65 : 0.9;
}

function sure(value: string | undefined, confidence: number, isKnown = false): Claimed | undefined {
  return value === undefined ? undefined : { value, confidence, isKnown };
}

/** What is read as the lines have it was read well, however faint it is. */
function claimNumber(read: string | undefined, { idNumber }: Hints): Claimed | undefined {
  return sure(read, 0.9, read !== undefined && read === idNumber);
}

function claimName(zones: readonly Zone[], { plainName, names }: Hints): Claimed | undefined {
  const read = zones.flatMap((zone) => findName(zone, plainName) ?? []);
  if (read.length === 0) return undefined;
  const { name, confidence } = mendName(read, plainName, names);
  return { value: name, confidence };
}

/** Where the label was not made out, the name is the line that is most like the one of the machine-readable lines. */
function findName({ lines, values, isAlone }: Zone, plainName: string | undefined): string | undefined {
  const texts = [values.get("fullName") ?? "", ...(isAlone && plainName !== undefined ? lines : [])];
  const read = texts.flatMap((text) => nameValue(spaceAs(plainName ?? "", text)) ?? []);
  const likeness = (name: string) => (plainName === undefined ? 0 : likenessOf(name, plainName));
  return read.reduce<string | undefined>(
    (most, each) => (most === undefined || likeness(each) > likeness(most) ? each : most),
    undefined,
  );
}

/** Recognition may run the words of a name into one, which the lines part again. */
function spaceAs(plainName: string, text: string): string {
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

/** The first day of a text on which a card of this kind can have been issued, which is before it expires. */
function issueValue(text: string, { kind, hints }: Zone): string | undefined {
  const { from, before } = issued[kind];
  const expiry = /^\d/.test(hints.dateOfExpiry ?? "") ? sortableDay(hints.dateOfExpiry ?? "") : before;
  const end = [expiry, before].toSorted()[0] ?? before;
  return dateValues(text).find((day) => sortableDay(day) >= from && sortableDay(day) < end);
}

/** The law on identity cards came into force in July 2024, and a day after 2044 was misread for as long as its cards last. */
const issued: Readonly<Record<CardKind, { readonly from: string; readonly before: string }>> = {
  "2021": { from: "20210101", before: "20240701" },
  "2024": { from: "20240701", before: "20450101" },
};

function sortableDay(day: string): string {
  return day.split("/").reverse().join("");
}

/** What a view has of a place, alone or with what other views have of it: glare seldom takes the same words from all. */
function claimPlace(zones: readonly Zone[], latest: Zone, field: PlaceField): Claimed | undefined {
  const own = findPlace(latest, field, []);
  const others = zones.slice(0, -1).flatMap((zone) => findPlace(zone, field, [])?.read ?? []);
  if (others.length === 0) return own;
  const seen = own === undefined ? others : [own.read, ...others];
  const spines = seen.map((read) =>
    mendAs(
      latest,
      field,
      read,
      seen.filter((other) => other !== read),
    ),
  );
  const surest = spines.reduce((best, each) => (each.confidence > best.confidence ? each : best));
  return surest.confidence > Math.max(own?.confidence ?? 0, surenessTogetherMin) ? surest : own;
}

type PlaceField = "placeOfOrigin" | "placeOfResidence";

/** What no view has alone is to be this sure from all. */
const surenessTogetherMin = 0.7;

interface ClaimedPlace extends Claimed {
  readonly read: string;
  readonly weight: number;
}

/** Where the label was not made out, the place is the line that is made of names of places most, and most surely. */
function findPlace(zone: Zone, field: PlaceField, others: readonly string[]): ClaimedPlace | undefined {
  const labelled = zone.values.get(field);
  const candidates =
    labelled === undefined || zone.isAlone
      ? [labelled ?? "", ...(zone.isAlone ? zone.lines : [])]
      : [labelled];
  let best: ClaimedPlace | undefined;
  const worthOf = (claimed: ClaimedPlace) => claimed.weight * (claimed.weight > 0 ? claimed.confidence : 1);
  for (const candidate of candidates) {
    const read = placeValue(candidate);
    if (read === undefined) continue;
    const mended = mendAs(zone, field, read, others);
    const confidence = mended.confidence * (smudgedNumber.test(candidate) ? surenessOfSmudged : 1);
    const claimed = { ...mended, confidence };
    if (best === undefined || worthOf(claimed) > worthOf(best)) best = claimed;
  }
  return best;
}

/** A sign that is none of a place's, behind a number, was most likely a digit. */
const smudgedNumber = /\d ?[^\p{L}\p{N}\s,./'()-]/u;

const surenessOfSmudged = 0.7;

function mendAs(zone: Zone, field: PlaceField, read: string, others: readonly string[]): ClaimedPlace {
  const { kind, hints, lines } = zone;
  // Cards of 2021 were no longer issued when districts were done away with.
  const units = kind === "2021" ? hints.places.unitsBefore2025 : hints.places.units;
  const manner = { hasDoor: field === "placeOfResidence", isRound: isRound(lines), others };
  const { place, confidence, weight } = mendPlace(
    read,
    hints.knownPlaces,
    { ...hints.places, units },
    manner,
  );
  return { value: place, confidence, weight, read };
}

/** Labels are known, so that they tell whether the typeface has an a that is read as an o. */
function isRound(lines: readonly string[]): boolean {
  return lines.some((line) => /\bPloce\b|\bqu[oóôòõ]n\b|\bkh[oơ]i sinh\b/i.test(line));
}

/** On a card of 2024 the day of issue stands above the one of expiry, and may be read into the same zone. */
function claimExpiry({ values, kind }: Zone, all: string): Claimed | undefined {
  const labelled = dateValue(values.get("dateOfExpiry") ?? "");
  return sure(labelled ?? dateValue(all, kind === "2021" ? 0 : 1), 0.9);
}

function claimAuthority(all: string, kind: CardKind): Claimed | undefined {
  const found = findAuthority(all, kind);
  if (found === undefined || found.likeness < 0.5) return undefined;
  // Which of two it is needs no letter to be sure, as long as the other has few of them.
  const isTold = found.likeness >= 0.75 && found.lead >= 0.25;
  return { value: found.value, confidence: isTold ? 0.9 : found.likeness, isKnown: isTold };
}

const signsAllowed = /[\p{L}\p{N} ,.:/()-]/gu;

/** Leaves out lines that are no words: accents that were taken for a line of their own, a chip, the grain of the card. */
function keepPlausible(lines: readonly string[]): string[] {
  return lines.map((line) => line.replaceAll(/\s+/g, " ").trim()).filter(isPlausible);
}

function isPlausible(line: string): boolean {
  const allowed = line.match(signsAllowed)?.length ?? 0;
  const words = line.split(/[ ,.:/()-]+/).filter((word) => word !== "");
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const hasWord = words.some(
    (word) => /^\p{L}{3,}$/u.test(word) || /^\d{2,}/.test(word) || /^N(ữ|am)$/.test(word),
  );
  return hasWord && allowed / line.length >= 0.85 && letters / words.length >= 2;
}

/** Who issued cards of each kind, as printed. */
const authorities: Readonly<Record<CardKind, readonly string[]>> = {
  "2021": [
    "CỤC TRƯỞNG CỤC CẢNH SÁT QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI",
    "CỤC TRƯỞNG CỤC CẢNH SÁT ĐĂNG KÝ QUẢN LÝ CƯ TRÚ VÀ DỮ LIỆU QUỐC GIA VỀ DÂN CƯ",
  ],
  "2024": ["BỘ CÔNG AN"],
};

/** The authority that a text is most like, how like, 0 to 1, and how much less like it is any other. */
function findAuthority(
  text: string,
  kind: CardKind,
): { readonly value: string; readonly likeness: number; readonly lead: number } | undefined {
  const { letters } = foldLetters(text);
  const [best, next] = authorities[kind]
    .map((value) => ({ value, likeness: shareInOrder(foldLetters(value).letters, letters) }))
    .sort((one, other) => other.likeness - one.likeness);
  return best && { ...best, lead: best.likeness - (next?.likeness ?? 0) };
}

/** How much of the letters of one text stand in another, in their order. */
function shareInOrder(wanted: string, letters: string): number {
  let row = new Array<number>(letters.length + 1).fill(0);
  for (const letter of wanted) {
    const next = [0];
    for (let i = 0; i < letters.length; i += 1) {
      const through = (row[i] ?? 0) + (letter === letters[i] ? 1 : 0);
      next.push(Math.max(through, row[i + 1] ?? 0, next[i] ?? 0));
    }
    row = next;
  }
  return (row[letters.length] ?? 0) / wanted.length;
}
