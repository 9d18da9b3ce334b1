import type { CardKind, FieldName, Side } from "../card-reading.ts";
import type { CardTools, FoundPrint } from "../card-tools.ts";
import { type CardZone, type Quad, straightenCard } from "../geometry/straighten.ts";
import { evenShade, type GrayImage, hasInk, sharpen } from "../image/image.ts";
import { foldLetters } from "../lexicon/compare-text.ts";
import type { Claim } from "../weigh.ts";
import { claimFields, type Hints } from "./claim-fields.ts";

/** A side whose print is to be read, the right way up. */
export interface PrintedSide {
  readonly photo: GrayImage;
  readonly quad: Quad;
  readonly side: Side;
  readonly kind: CardKind;
  /** What its number was already read as, where that told how the side lies. */
  readonly number?: FoundPrint;
}

/** How a zone is drawn for recognition. */
interface View {
  /** For the whole card, in pixels. */
  readonly cardWidth: number;
  /** How much it is sharpened, which parts accents from their letters. */
  readonly sharpening: number;
  /** Whether shade and glare are taken away, and some of an accent with them. */
  readonly isEven: boolean;
}

const fine: View = { cardWidth: 950, sharpening: 1, isEven: true };
const plain: View = { cardWidth: 950, sharpening: 1.5, isEven: false };
const small: View = { cardWidth: 700, sharpening: 1.5, isEven: false };

const usualViews: readonly View[] = [fine, small, plain];

/** Recognition has the accents of capitals best where these are some fifteen pixels high; and they are weighed by all readings. */
const viewsOfName: readonly View[] = [
  { cardWidth: 600, sharpening: 0.8, isEven: false },
  { cardWidth: 600, sharpening: 1, isEven: true },
  { cardWidth: 800, sharpening: 1.5, isEven: false },
  { cardWidth: 700, sharpening: 0.8, isEven: false },
];

const viewOfNumber: View = { cardWidth: 600, sharpening: 1.5, isEven: true };
const viewsOfNumber: readonly View[] = [viewOfNumber, fine, small];

/** Who issued a card is one of few, so that small print tells it; whole lines take recognition long. */
const viewsOfAuthority: readonly View[] = [{ ...fine, cardWidth: 500 }, fine];

/** In each view those fields are read that are no surer yet than this: all, then what is unsure, then what is as good as lost. */
const confidencesWanted = [1, 0.78, 0.4] as const;

/** The more readings of a name there are, the surer its accents. */
const confidencesOfNameWanted = [1, 1, 0.97, 0.9] as const;

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

/** What was read less surely than this, and says nothing of any field, is no print that another view makes legible. */
const hopefulMin = 0.6;

/** What was read less surely than this hardly any other view makes legible, whatever it seems to say; and it takes recognition longest. */
const legibleMin = 0.55;

/** The largest print of a front. Where none of it says anything the rest is no more legible, and to read on would only take time. */
const zonesOfLargePrint: readonly ZoneName[] = ["number", "person"];

/** Reads those zones of a side that hold a wanted field. */
export async function readPrint(
  printed: PrintedSide,
  wanted: readonly FieldName[],
  hints: Hints,
  tools: CardTools,
): Promise<Claim[]> {
  if (tools.recognise === undefined) return [];
  const claims: Claim[] = [];
  const inVain = new Set<ZoneName>();
  for (const { zone, fields } of zonesOf(printed)) {
    const missing = fields.filter((field) => wanted.includes(field));
    if (missing.length === 0 || tools.isLate()) continue;
    if (zonesOfLargePrint.every((each) => inVain.has(each))) break;
    const found = await claimZone(printed, smallestZone(zone, missing, hints), missing, hints, tools);
    if (found.length === 0) inVain.add(zone);
    claims.push(...found);
  }
  return claims;
}

/** Recognition takes the longer the more there is to read, so what is known is left out where it can be. */
function smallestZone(zone: ZoneName, missing: readonly FieldName[], { plainName }: Hints): ZoneName {
  if (zone === "places" && !missing.includes("placeOfResidence")) return "origin";
  if (zone !== "person" || plainName === undefined) return zone;
  return missing.every((field) => field === "fullName") ? "name" : zone;
}

/** Reads a zone in one view after the other, until each of its fields is sure enough. */
async function claimZone(
  printed: PrintedSide,
  zone: ZoneName,
  fields: readonly FieldName[],
  hints: Hints,
  tools: CardTools,
): Promise<Claim[]> {
  const best = new Map<FieldName, Claim>();
  const earlier: FoundPrint[] = [];
  const confidences = zone === "name" ? confidencesOfNameWanted : confidencesWanted;
  for (const [round, view] of viewsOf(zone).entries()) {
    const wanted = confidences[round] ?? 0;
    const unsure = fields.filter((field) => (best.get(field)?.confidence ?? 0) < wanted);
    if (unsure.length === 0 || tools.recognise === undefined || tools.isLate()) break;
    const isRead = zone === "number" && round === 0 && printed.number !== undefined;
    const found = isRead ? printed.number : await readZone(printed, zone, tools.recognise, view);
    const claims = claimFields([...earlier, found], unsure, printed.kind, isAlone(zone), hints);
    for (const claim of claims) {
      const before = best.get(claim.field);
      // A name was weighed by all readings already.
      const isWhole = before === undefined || claim.field === "fullName";
      best.set(claim.field, isWhole ? claim : mergeClaims(before, claim));
    }
    earlier.push(found);
    if (viewsOf(zone) === usualViews && isHopeless(found, claims.length, round)) break;
  }
  return [...best.values()];
}

function isHopeless({ confidence }: FoundPrint, claimCount: number, round: number): boolean {
  if (confidence < legibleMin) return true;
  return claimCount === 0 && (round > 0 || confidence < hopefulMin);
}

function viewsOf(zone: ZoneName): readonly View[] {
  if (zone === "name") return viewsOfName;
  if (zone === "number") return viewsOfNumber;
  return zone === "authority" ? viewsOfAuthority : usualViews;
}

function isAlone(zone: ZoneName): boolean {
  return zone === "origin" || zone === "name";
}

/** Reads one zone of a side. */
export async function readZone(
  { photo, quad, kind }: PrintedSide,
  zone: ZoneName,
  recognise: NonNullable<CardTools["recognise"]>,
  view: View = viewOfNumber,
): Promise<FoundPrint> {
  const { cardWidth, sharpening, isEven } = view;
  const drawn = straightenCard(photo, quad, cardWidth, printZones[kind][zone]);
  const image = isEven ? evenShade(drawn, Math.round(cardWidth / 40)) : drawn;
  const sharpened = sharpen(image, Math.max(1, Math.round(cardWidth / 330)), sharpening);
  // Recognition takes longer to make nothing of grain than to read a number. Where shade was left, ink may be of any brightness.
  if (zone === "number" && isEven && !hasInk(sharpened)) return { text: "", confidence: 0 };
  return recognise(sharpened, zone === "number" ? "line" : "block");
}

function zonesOf({ side, kind }: PrintedSide): typeof zonesOfFront {
  if (side === "front") return kind === "2021" ? [...zonesOfFront, ...zonesOfPlaces] : zonesOfFront;
  // Both days of a card of 2024 stand in one zone, so it is read once for both.
  const days: typeof zonesOfFront = [{ zone: "issue", fields: ["dateOfIssue", "dateOfExpiry"] }];
  return kind === "2024" ? [...zonesOfPlaces.slice(0, 1), ...days, ...zonesOfBack.slice(1)] : zonesOfBack;
}

/** What stands together on a side. */
type ZoneName = "number" | "person" | "name" | "places" | "origin" | "expiry" | "issue" | "authority";

/** Where things are printed, with room for cards that were printed a little off. Labels tell what is what within a zone. */
const printZones: Readonly<Record<CardKind, Readonly<Partial<Record<ZoneName, CardZone>>>>> = {
  "2021": {
    number: { left: 0.32, top: 0.375, right: 0.98, bottom: 0.475 },
    person: { left: 0.31, top: 0.47, right: 1, bottom: 0.74 },
    name: { left: 0.31, top: 0.47, right: 1, bottom: 0.61 },
    places: { left: 0.31, top: 0.725, right: 1, bottom: 0.985 },
    origin: { left: 0.31, top: 0.725, right: 1, bottom: 0.905 },
    expiry: { left: 0.02, top: 0.85, right: 0.32, bottom: 0.985 },
    issue: { left: 0.03, top: 0.22, right: 0.66, bottom: 0.3 },
    authority: { left: 0.16, top: 0.285, right: 0.74, bottom: 0.405 },
  },
  "2024": {
    number: { left: 0.31, top: 0.455, right: 0.8, bottom: 0.54 },
    person: { left: 0.31, top: 0.535, right: 1, bottom: 0.945 },
    // Below its label, which is so long that recognition takes twice as long with it.
    name: { left: 0.31, top: 0.58, right: 1, bottom: 0.685 },
    places: { left: 0.03, top: 0.03, right: 0.74, bottom: 0.345 },
    origin: { left: 0.03, top: 0.2, right: 0.74, bottom: 0.345 },
    expiry: { left: 0.2, top: 0.345, right: 0.76, bottom: 0.475 },
    issue: { left: 0.2, top: 0.345, right: 0.76, bottom: 0.475 },
    authority: { left: 0.38, top: 0.475, right: 0.72, bottom: 0.55 },
  },
};

/** What two readings of the same print come to. Recognition loses accents far more often than it invents them. */
export function mergeClaims(one: Claim, two: Claim): Claim {
  const surer = two.confidence > one.confidence ? two : one;
  if (one.value === two.value) return { ...surer, confidence: 1 - (1 - surer.confidence) * 0.65 };
  // Of two days one is misread, and nothing in a day tells which.
  if (surer.field.startsWith("dateOf")) return { ...surer, confidence: surer.confidence * shareOfTornDay };
  if (foldLetters(one.value).letters !== foldLetters(two.value).letters) return surer;
  const [fewer, more] = countAccents(one.value) < countAccents(two.value) ? [one, two] : [two, one];
  if (countAccents(fewer.value) === countAccents(more.value)) return surer;
  return { ...more, confidence: Math.max(more.confidence, fewer.confidence * 0.9) };
}

const shareOfTornDay = 0.8;

function countAccents(text: string): number {
  return text.normalize("NFD").match(/[\p{M}đĐ]/gu)?.length ?? 0;
}
