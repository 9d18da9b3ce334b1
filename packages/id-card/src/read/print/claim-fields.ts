import type { CardKind, FieldName } from "../card-reading.ts";
import type { FoundPrint } from "../card-tools.ts";
import { mendName, type NameLexicons } from "../lexicon/mend-name.ts";
import { mendPlace, type PlaceLexicons } from "../lexicon/mend-place.ts";
import type { Claim } from "../weigh/weigh-claims.ts";
import { dateValue, endlessValue, nameValue, numberValue, placeValue, sexValue } from "./field-value.ts";
import { findAuthority } from "./find-authority.ts";
import { keepPlausible } from "./keep-plausible.ts";
import { type LabelOf, splitByLabels } from "./split-by-labels.ts";

/** What is known of the holder from elsewhere, and of names in the country. */
export interface Hints {
  readonly plainName: string | undefined;
  readonly knownPlaces: readonly string[];
  readonly names: NameLexicons;
  readonly places: PlaceLexicons;
}

/** What a zone's print says of the fields that are looked for in it; `isAlone` where it holds no other. */
export function claimFields(
  found: FoundPrint,
  fields: readonly FieldName[],
  kind: CardKind,
  isAlone: boolean,
  hints: Hints,
): Claim[] {
  const lines = keepPlausible(found.text.split("\n"));
  const values = splitByLabels(lines);
  return fields.flatMap((field) => {
    const claimed = claimField(field, { lines, values, kind, hints, isAlone });
    if (claimed === undefined) return [];
    const confidence = claimed.confidence * Math.min(1, found.confidence + 0.25);
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
}

function claimField(field: FieldName, zone: Zone): Claimed | undefined {
  const all = zone.lines.join(" ");
  const labelled = zone.values.get(field);
  switch (field) {
    case "idNumber":
      return sure(numberValue(all), 0.9);
    case "fullName":
      return claimName(nameValue(labelled ?? ""), zone.hints);
    case "dateOfBirth":
      return sure(dateValue(labelled ?? "") ?? dateValue(all), 0.95);
    case "sex":
      return sure(sexValue(labelled ?? "") ?? sexValue(all), 0.95);
    case "nationality":
      return sure(/vi.t\s*n.m/i.test(labelled ?? all) ? "Việt Nam" : undefined, 0.95);
    case "placeOfOrigin":
    case "placeOfResidence":
      return claimPlace(labelled, zone);
    case "dateOfExpiry":
      return sure(endlessValue(all), 0.95) ?? claimExpiry(zone, all);
    case "dateOfIssue":
      return sure(dateValue(labelled ?? "") ?? dateValue(all), 0.9);
    case "issuedBy":
      return claimAuthority(all, zone.kind);
  }
}

function sure(value: string | undefined, confidence: number): Claimed | undefined {
  return value === undefined ? undefined : { value, confidence };
}

function claimName(read: string | undefined, { plainName, names }: Hints): Claimed | undefined {
  if (read === undefined) return undefined;
  const { name, confidence } = mendName(read, plainName, names);
  return { value: name, confidence };
}

/** Where the label was not made out, the place is the line that is made of names of places most. */
function claimPlace(labelled: string | undefined, { lines, isAlone, hints }: Zone): Claimed | undefined {
  const candidates =
    labelled === undefined || isAlone ? [labelled ?? "", ...(isAlone ? lines : [])] : [labelled];
  let best: (Claimed & { readonly weight: number }) | undefined;
  for (const candidate of candidates) {
    const read = placeValue(candidate);
    if (read === undefined) continue;
    const { place, confidence, weight } = mendPlace(read, hints.knownPlaces, hints.places);
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
