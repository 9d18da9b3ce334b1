import type { CardKind, FieldName } from "../card-reading.ts";
import type { FoundPrint } from "../card-tools.ts";
import { mendName, type NameLexicons } from "../lexicon/mend-name.ts";
import { mendPlace, type PlaceLexicons } from "../lexicon/mend-place.ts";
import { likenessOf } from "../weigh/speaks-against.ts";
import type { Claim } from "../weigh/weigh-claims.ts";
import { dateValues } from "./date-values.ts";
import { dateValue, endlessValue, nameValue, numberValue, placeValue, sexValue } from "./field-value.ts";
import { findAuthority } from "./find-authority.ts";
import { keepPlausible } from "./keep-plausible.ts";
import { type LabelOf, splitByLabels } from "./split-by-labels.ts";

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
    const claimed = field === "fullName" ? claimName(zones, hints) : claimField(field, latest);
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

function claimField(field: Exclude<FieldName, "fullName">, zone: Zone): Claimed | undefined {
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
    case "placeOfOrigin":
    case "placeOfResidence":
      return claimPlace(labelled, zone, field === "placeOfResidence");
    case "dateOfExpiry":
      return sure(endlessValue(all), 0.95) ?? claimExpiry(zone, all);
    case "dateOfIssue":
      return sure(issueValue(labelled ?? "", zone.hints) ?? issueValue(all, zone.hints), 0.9);
    case "issuedBy":
      return claimAuthority(all, zone.kind);
  }
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
  const read = texts.flatMap((text) => nameValue(text) ?? []);
  const likeness = (name: string) => (plainName === undefined ? 0 : likenessOf(name, plainName));
  return read.reduce<string | undefined>(
    (most, each) => (most === undefined || likeness(each) > likeness(most) ? each : most),
    undefined,
  );
}

/** The first day of a text on which a card can have been issued: these cards exist since 2021, and expire later than that. */
function issueValue(text: string, { dateOfExpiry }: Hints): string | undefined {
  const end = /^\d/.test(dateOfExpiry ?? "") ? sortableDay(dateOfExpiry ?? "") : issuedBefore;
  return dateValues(text).find((day) => sortableDay(day) >= "20210101" && sortableDay(day) < end);
}

/** A card that does not expire says nothing of its day of issue, and a later one was misread for as long as these cards last. */
const issuedBefore = "20450101";

function sortableDay(day: string): string {
  return day.split("/").reverse().join("");
}

/** Where the label was not made out, the place is the line that is made of names of places most. */
function claimPlace(
  labelled: string | undefined,
  { lines, isAlone, hints }: Zone,
  hasDoor: boolean,
): Claimed | undefined {
  const candidates =
    labelled === undefined || isAlone ? [labelled ?? "", ...(isAlone ? lines : [])] : [labelled];
  let best: (Claimed & { readonly weight: number }) | undefined;
  for (const candidate of candidates) {
    const read = placeValue(candidate);
    if (read === undefined) continue;
    const { place, confidence, weight } = mendPlace(read, hints.knownPlaces, hints.places, hasDoor);
    if (weight > (best?.weight ?? Number.NEGATIVE_INFINITY)) best = { value: place, confidence, weight };
  }
  return best;
}

/** On a card of 2024 the day of issue stands above the one of expiry, and may be read into the same zone. */
function claimExpiry({ values, kind }: Zone, all: string): Claimed | undefined {
  const labelled = dateValue(values.get("dateOfExpiry") ?? "");
  return sure(labelled ?? dateValue(all, kind === "2021" ? 0 : 1), 0.9);
}

function claimAuthority(all: string, kind: CardKind): Claimed | undefined {
  const found = findAuthority(all, kind);
  return found === undefined || found.likeness < 0.5
    ? undefined
    : { value: found.value, confidence: found.likeness };
}
