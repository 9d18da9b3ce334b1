import type { CardKind, FieldName, Side } from "../card-reading.ts";
import type { CardTools, FoundPrint } from "../card-tools.ts";
import type { Quad } from "../geometry/homography.ts";
import { straightenCard } from "../geometry/straighten-card.ts";
import type { Photo } from "../image/photo.ts";
import { sharpen } from "../image/sharpen.ts";
import type { Claim } from "../weigh/weigh-claims.ts";
import { claimFields, type Hints } from "./claim-fields.ts";
import { mergeClaims } from "./merge-claims.ts";
import { printZones, type ZoneName } from "./print-zones.ts";

/** A side whose print is to be read, the right way up. */
export interface PrintedSide {
  readonly photo: Photo;
  readonly quad: Quad;
  readonly side: Side;
  readonly kind: CardKind;
  /** What its number was already read as, where that told how the side lies. */
  readonly number?: FoundPrint;
}

/** How wide the card is drawn for recognition: first so, and where that was not enough, otherwise. */
const cardWidths = [1_300, 1_000, 800] as const;

/** Who issued a card is one of few, so that small print tells it; whole lines take recognition long. */
const cardWidthsOfAuthority = [850, 1_300] as const;

/** At each size those fields are read that are no surer yet than this: all, then what is unsure, then what is as good as lost. */
const confidencesWanted = [1, 0.78, 0.4] as const;

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

/** Reads those zones of a side that hold a wanted field. */
export async function readPrint(
  printed: PrintedSide,
  wanted: readonly FieldName[],
  hints: Hints,
  tools: CardTools,
): Promise<Claim[]> {
  if (tools.recognise === undefined) return [];
  const claims: Claim[] = [];
  for (const { zone, fields } of zonesOf(printed)) {
    const missing = fields.filter((field) => wanted.includes(field));
    if (missing.length === 0 || tools.isLate()) continue;
    claims.push(...(await claimZone(printed, smallestZone(zone, missing), missing, hints, tools)));
  }
  return claims;
}

/** Recognition takes the longer the more there is to read, so what is known is left out where it can be. */
function smallestZone(zone: ZoneName, missing: readonly FieldName[]): ZoneName {
  if (zone === "places" && !missing.includes("placeOfResidence")) return "origin";
  return zone === "person" && missing.every((field) => field === "fullName") ? "name" : zone;
}

/** Reads a zone at one size after the other, until each of its fields is sure enough. */
async function claimZone(
  printed: PrintedSide,
  zone: ZoneName,
  fields: readonly FieldName[],
  hints: Hints,
  tools: CardTools,
): Promise<Claim[]> {
  const best = new Map<FieldName, Claim>();
  const earlier: FoundPrint[] = [];
  const widths = zone === "authority" ? cardWidthsOfAuthority : cardWidths;
  for (const [round, cardWidth] of widths.entries()) {
    const wanted = confidencesWanted[round] ?? 0;
    const unsure = fields.filter((field) => (best.get(field)?.confidence ?? 0) < wanted);
    if (unsure.length === 0 || tools.recognise === undefined || tools.isLate()) break;
    const isRead = zone === "number" && round === 0 && printed.number !== undefined;
    const found = isRead ? printed.number : await readZone(printed, zone, tools.recognise, cardWidth);
    for (const claim of claimFields([...earlier, found], unsure, printed.kind, isAlone(zone), hints)) {
      const before = best.get(claim.field);
      // A name was weighed by all readings already.
      const isWhole = before === undefined || claim.field === "fullName";
      best.set(claim.field, isWhole ? claim : mergeClaims(before, claim));
    }
    earlier.push(found);
  }
  return [...best.values()];
}

function isAlone(zone: ZoneName): boolean {
  return zone === "origin" || zone === "name";
}

/** Reads one zone of a side. */
export async function readZone(
  { photo, quad, kind }: PrintedSide,
  zone: ZoneName,
  recognise: NonNullable<CardTools["recognise"]>,
  cardWidth: number = cardWidths[0],
): Promise<FoundPrint> {
  const image = straightenCard(photo, quad, cardWidth, printZones[kind][zone]);
  // Sharpening takes glare and shade away with it, and parts accents from their letters.
  return recognise(sharpen(image, Math.round(cardWidth / 330), 1.5), zone === "number" ? "line" : "block");
}

function zonesOf({ side, kind }: PrintedSide): typeof zonesOfFront {
  if (side === "front") return kind === "2021" ? [...zonesOfFront, ...zonesOfPlaces] : zonesOfFront;
  // Both days of a card of 2024 stand in one zone, so it is read once for both.
  const days: typeof zonesOfFront = [{ zone: "issue", fields: ["dateOfIssue", "dateOfExpiry"] }];
  return kind === "2024" ? [...zonesOfPlaces.slice(0, 1), ...days, ...zonesOfBack.slice(1)] : zonesOfBack;
}
