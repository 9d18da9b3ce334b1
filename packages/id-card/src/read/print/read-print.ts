import type { CardKind, FieldName, Side } from "../card-reading.ts";
import type { CardTools, FoundPrint } from "../card-tools.ts";
import { type CardZone, straightenCard } from "../geometry/straighten.ts";
import { evenShade, type GrayImage, hasInk, sharpen } from "../image/image.ts";
import { foldLetters } from "../lexicon/compare-text.ts";
import { type Claim, confidenceOfTextMin } from "../weigh.ts";
import { claimFields, type Hints } from "./claim-fields.ts";
import { type FoundLines, zoneOfLines } from "./find-lines.ts";

/** A side for OCR, of known kind and orientation, with its quad levelled by its lines. */
export interface PrintedSide extends FoundLines {
  readonly photo: GrayImage;
  readonly side: Side;
  readonly kind: CardKind;
  /** The OCR result of its number, if it was read to find the orientation. */
  readonly number?: FoundPrint;
}

/** A rendering of a zone for OCR. */
interface View {
  /** The width of the whole card in pixels. */
  readonly cardWidth: number;
  /** The amount of the unsharp mask, which separates accents from their letters. */
  readonly sharpening: number;
  /** Whether shadow and glare are removed, which costs some of the accents. */
  readonly isEven: boolean;
}

const fine: View = { cardWidth: 950, sharpening: 1, isEven: true };
const small: View = { cardWidth: 700, sharpening: 1.5, isEven: false };

const usualViews: readonly View[] = [fine, small];

/** OCR reads accents of capitals best if these are about 15 pixels high. A name is read in all views, which are weighed together. */
const viewsOfName: readonly View[] = [
  { cardWidth: 600, sharpening: 0.8, isEven: false },
  { cardWidth: 600, sharpening: 1, isEven: true },
  { cardWidth: 800, sharpening: 1.5, isEven: false },
  { cardWidth: 700, sharpening: 0.8, isEven: false },
];

const viewOfNumber: View = { cardWidth: 600, sharpening: 1.5, isEven: true };
const viewsOfNumber: readonly View[] = [viewOfNumber, fine, small];

/** There are few authorities, so a small rendering is enough. OCR of their long lines is slow. */
const viewsOfAuthority: readonly View[] = [{ ...fine, cardWidth: 500 }, fine];

/**
 * Each view reads the fields whose confidence is below this so far: all, then unsure ones, then a number that is nearly lost. Names
 * and places are read twice unless they are certain.
 */
const confidencesWanted = [1, 0.78, 0.4] as const;
const confidencesOfTextWanted = [1, confidenceOfTextMin] as const;

/** A misread digit leaves another day, and only the QR code would tell, so it is always read twice. */
const confidencesOfIssueWanted = [1, 1] as const;

/** A name is read in all views. */
const confidencesOfNameWanted = viewsOfName.map(() => 1);

const zonesOfFront: readonly { readonly zone: ZoneName; readonly fields: readonly FieldName[] }[] = [
  { zone: "number", fields: ["idNumber"] },
  { zone: "person", fields: ["fullName", "dateOfBirth", "sex", "nationality"] },
];

const zonesOfPlaces: typeof zonesOfFront = [
  { zone: "places", fields: ["placeOfResidence", "placeOfOrigin"] },
  { zone: "expiry", fields: ["dateOfExpiry"] },
];

const zonesOfBack: typeof zonesOfFront = [
  { zone: "issue", fields: ["dateOfIssue"] },
  { zone: "authority", fields: ["issuedBy"] },
];

/** A zone that gave no field with less confidence is not read in another view. */
const confidenceWithoutFieldMin = 0.6;

/** A zone with less confidence is not read in another view at all: few become legible, and OCR takes longest on them. */
const legibleMin = 0.55;

/** The zones with the largest print of a front. If both are illegible, so is the rest. */
const zonesOfLargePrint: readonly ZoneName[] = ["number", "person"];

/** Reads the zones of a side that have a wanted field. */
export async function readPrint(
  printed: PrintedSide,
  wanted: readonly FieldName[],
  hints: Hints,
  tools: CardTools,
): Promise<Claim[]> {
  if (tools.recognise === undefined) return [];
  const claims: Claim[] = [];
  const illegible = new Set<ZoneName>();
  for (const { zone, fields } of zonesOf(printed)) {
    const missing = fields.filter((field) => wanted.includes(field));
    if (missing.length === 0 || tools.isLate()) continue;
    if (zonesOfLargePrint.every((each) => illegible.has(each))) break;
    const found = await claimZone(printed, smallestZone(zone, missing, hints), missing, hints, tools);
    if (found.length === 0) illegible.add(zone);
    claims.push(...found);
  }
  return claims;
}

/** The smallest zone that has the missing fields, because OCR takes longer for more text. */
function smallestZone(zone: ZoneName, missing: readonly FieldName[], { plainName }: Hints): ZoneName {
  if (zone === "places" && !missing.includes("placeOfResidence")) return "origin";
  if (zone !== "person" || plainName === undefined) return zone;
  return missing.every((field) => field === "fullName") ? "name" : zone;
}

/**
 * Reads a zone in one view after the other, until each of its fields has enough confidence. If a field is not among the lines
 * where it usually is, lines further away are read as well.
 */
async function claimZone(
  printed: PrintedSide,
  zone: ZoneName,
  fields: readonly FieldName[],
  hints: Hints,
  tools: CardTools,
): Promise<Claim[]> {
  const { recognise } = tools;
  if (recognise === undefined) return [];
  const best = new Map<FieldName, Claim>();
  const below = (wanted: (field: FieldName) => number) =>
    fields.filter((field) => (best.get(field)?.confidence ?? 0) < wanted(field));
  const earlier: FoundPrint[] = [];
  const views = viewsOf(zone);
  let spread = spreads.usual;
  const claim = (found: FoundPrint, wanted: readonly FieldName[], combine: typeof mergeClaims): number => {
    const claims = claimFields([...earlier, found], wanted, printed.kind, hints);
    for (const each of claims) {
      const before = best.get(each.field);
      // The claim of a name is based on all readings already.
      const isWhole = before === undefined || each.field === "fullName";
      best.set(each.field, isWhole ? each : combine(before, each));
    }
    return claims.length;
  };
  for (const [round, view] of views.entries()) {
    const unsure = below((field) => confidencesFor(zone, field)[round] ?? 0);
    if (unsure.length === 0 || tools.isLate()) break;
    const isRead = zone === "number" && round === 0 && printed.number !== undefined;
    let found = isRead
      ? (printed.number as FoundPrint)
      : await readZone(printed, zone, recognise, view, spread);
    let count = claim(found, unsure, mergeClaims);
    const isWider = spread === spreads.usual && zone !== "number" && found.confidence >= legibleMin;
    const lost = below((field) => confidenceFound(field, round));
    if (isWider && lost.length > 0 && !tools.isLate()) {
      // More lines of the same view are no second reading, so the surer claim is kept and nothing is merged.
      spread = spreads.wide;
      found = await readZone(printed, zone, recognise, view, spread);
      count = claim(found, lost, surerClaim);
    }
    earlier.push(found);
    if (views === usualViews && isIllegible(found, count, round)) break;
  }
  return [...best.values()];
}

function confidencesFor(zone: ZoneName, field: FieldName): readonly number[] {
  if (zone === "name") return confidencesOfNameWanted;
  if (field === "dateOfIssue") return confidencesOfIssueWanted;
  const isText = field.startsWith("placeOf") || field === "fullName";
  return isText ? confidencesOfTextWanted : confidencesWanted;
}

/**
 * With less, a field is rather outside the lines that were read. Places need more, since their last line may lie lower. In a later
 * view only fields without any claim are looked for there.
 */
function confidenceFound(field: FieldName, round: number): number {
  if (round > 0) return Number.MIN_VALUE;
  return field.startsWith("placeOf") ? 0.8 : 0.6;
}

/** How far from their usual place lines are read, in shares of the card's height: 2 mm, and 9 mm. */
const spreads = { usual: 0.037, wide: 0.167 };

function isIllegible({ confidence }: FoundPrint, claimCount: number, round: number): boolean {
  if (confidence < legibleMin) return true;
  return claimCount === 0 && (round > 0 || confidence < confidenceWithoutFieldMin);
}

function viewsOf(zone: ZoneName): readonly View[] {
  if (zone === "name") return viewsOfName;
  if (zone === "number") return viewsOfNumber;
  return zone === "authority" ? viewsOfAuthority : usualViews;
}

/** Reads the lines of a zone. */
async function readZone(
  printed: PrintedSide,
  zone: ZoneName,
  recognise: NonNullable<CardTools["recognise"]>,
  view: View = viewOfNumber,
  spread: number = spreads.usual,
): Promise<FoundPrint> {
  const place = placeOf(printed, zone);
  const lines = zone === "expiry" && printed.kind === "2021" ? [] : printed.lines;
  const column = { ...place, top: 0, bottom: 1 };
  return readPlace(
    printed,
    zoneOfLines(lines, column, place.top - spread, place.bottom + spread),
    zone === "number" ? "line" : "block",
    recognise,
    view,
  );
}

/** Reads a part of a side. */
export async function readPlace(
  { photo, quad }: Pick<PrintedSide, "photo" | "quad">,
  place: CardZone,
  kind: "line" | "block",
  recognise: NonNullable<CardTools["recognise"]>,
  { cardWidth, sharpening, isEven }: View = viewOfNumber,
): Promise<FoundPrint> {
  const drawn = straightenCard(photo, quad, cardWidth, place);
  const image = isEven ? evenShade(drawn, Math.round(cardWidth / 40)) : drawn;
  const sharpened = sharpen(image, Math.max(1, Math.round(cardWidth / 330)), sharpening);
  // A line of mere grain takes OCR longer than a number, so it is skipped. `hasInk` needs an image without shadow.
  if (kind === "line" && isEven && !hasInk(sharpened)) return { text: "", confidence: 0 };
  return recognise(sharpened, kind);
}

function zonesOf({ side, kind }: PrintedSide): typeof zonesOfFront {
  if (side === "front") return kind === "2021" ? [...zonesOfFront, ...zonesOfPlaces] : zonesOfFront;
  // Both dates of a card of 2024 are in one zone. Its authority is fixed by law.
  const days: typeof zonesOfFront = [{ zone: "issue", fields: ["dateOfIssue", "dateOfExpiry"] }];
  return kind === "2024" ? [...zonesOfPlaces.slice(0, 1), ...days] : zonesOfBack;
}

/** The zones of a side. */
type ZoneName = "number" | "person" | "name" | "places" | "origin" | "expiry" | "issue" | "authority";

/** The columns of a side in which its lines are found. */
export const columnOf: Readonly<Record<Side, CardZone>> = {
  front: { left: 0.295, top: 0.2, right: 0.99, bottom: 1 },
  back: { left: 0.03, top: 0, right: 0.68, bottom: 0.66 },
};

function placeOf({ kind }: PrintedSide, zone: ZoneName): CardZone {
  const place = places[kind][zone];
  if (place === undefined) throw new RangeError(`A card of ${kind} has no zone ${zone}.`);
  return place;
}

/** The middles of the first and last line of each zone, as usually printed, and its sides. Labels separate its fields. */
const places: Readonly<Record<CardKind, Readonly<Partial<Record<ZoneName, CardZone>>>>> = {
  "2021": {
    number: { left: 0.295, top: 0.41, right: 0.99, bottom: 0.43 },
    person: { left: 0.295, top: 0.49, right: 0.99, bottom: 0.7 },
    name: { left: 0.295, top: 0.49, right: 0.99, bottom: 0.57 },
    places: { left: 0.295, top: 0.74, right: 0.99, bottom: 0.96 },
    origin: { left: 0.295, top: 0.75, right: 0.99, bottom: 0.82 },
    expiry: { left: 0.02, top: 0.86, right: 0.31, bottom: 1 },
    issue: { left: 0.03, top: 0.25, right: 0.8, bottom: 0.27 },
    authority: { left: 0.13, top: 0.31, right: 0.78, bottom: 0.39 },
  },
  "2024": {
    number: { left: 0.295, top: 0.48, right: 0.99, bottom: 0.52 },
    person: { left: 0.295, top: 0.57, right: 0.99, bottom: 0.91 },
    name: { left: 0.295, top: 0.57, right: 0.99, bottom: 0.65 },
    places: { left: 0.03, top: 0.07, right: 0.74, bottom: 0.31 },
    origin: { left: 0.03, top: 0.24, right: 0.74, bottom: 0.32 },
    issue: { left: 0.2, top: 0.38, right: 0.9, bottom: 0.46 },
  },
};

/** Merges two readings of the same print. OCR loses accents far more often than it invents them. */
export function mergeClaims(one: Claim, two: Claim): Claim {
  const surer = surerClaim(one, two);
  if (one.value === two.value) return { ...surer, confidence: 1 - (1 - surer.confidence) * 0.65 };
  // Of two different dates one is misread, and it is unknown which.
  if (surer.field.startsWith("dateOf")) return { ...surer, confidence: surer.confidence * conflictFactor };
  if (foldLetters(one.value).letters !== foldLetters(two.value).letters) return surer;
  const [fewer, more] = countAccents(one.value) < countAccents(two.value) ? [one, two] : [two, one];
  if (countAccents(fewer.value) === countAccents(more.value))
    return { ...surer, confidence: surer.confidence * conflictFactor };
  return { ...more, confidence: Math.max(more.confidence, fewer.confidence * 0.9) };
}

function surerClaim(one: Claim, two: Claim): Claim {
  return two.confidence > one.confidence ? two : one;
}

/** For two dates, or two texts of the same letters: which one is right is unknown. */
const conflictFactor = 0.75;

function countAccents(text: string): number {
  return text.normalize("NFD").match(/[\p{M}đĐ]/gu)?.length ?? 0;
}
