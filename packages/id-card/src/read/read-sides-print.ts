import type { CardKind, FieldName, Side } from "./card-reading.ts";
import type { CardTools, FoundPrint } from "./card-tools.ts";
import { type FoundSide, isCard, isLikeCard } from "./find-side.ts";
import { isLegible, turnQuad } from "./geometry/straighten.ts";
import type { Hints } from "./print/claim-fields.ts";
import { numberValue } from "./print/field-values.ts";
import { type FoundLines, findLines, type TextLine, zoneOfLines } from "./print/find-lines.ts";
import { findLabel, hasLabel } from "./print/labels.ts";
import { columnOf, type PrintedSide, readPlace, readPrint } from "./print/read-print.ts";
import type { ReaderTables } from "./reader-tables.ts";
import type { SortedSides } from "./sides.ts";
import { type Claim, fieldsOf, isMisreadOf } from "./weigh.ts";

/** The claims of the printed text of both sides, and the kind of card. */
interface SidesPrint {
  readonly claims: readonly Claim[];
  readonly kind: CardKind | undefined;
  /** Whether that is certain. Otherwise a front may have more fields. */
  readonly isKindKnown: boolean;
  /** Sides of which nothing was found. */
  readonly unread: readonly Side[];
}

/** Reads by OCR what QR code and MRZ did not give, and the number of a front without QR code, to check that it is the same card. */
export async function readSidesPrint(
  sides: SortedSides,
  codes: readonly Claim[],
  tools: CardTools,
  tables: ReaderTables,
): Promise<SidesPrint> {
  const byCode = kindByCode(sides);
  const hints = hintsOf(sides, tables);
  const front = await orientSide(sides.front, "front", byCode, hints, tools);
  const kind = byCode ?? front?.kind;
  const back = await orientSide(sides.back, "back", kind, hints, tools);
  const known = new Set(
    codes.filter(({ canOnlyContradict }) => canOnlyContradict !== true).map(({ field }) => field),
  );
  const readings = [front, back].map((oriented) => {
    if (oriented === undefined) return [];
    const wanted = fieldsOf(oriented.kind, oriented.side).filter((field) => isWanted(field, oriented, known));
    return readPrint(oriented, wanted, hints, tools);
  });
  const [onFront = [], onBack = []] = await Promise.all(readings);
  // The back of 2021 has no places.
  const hasPlaces = onBack.some(({ field, confidence }) => field.startsWith("placeOf") && confidence > 0.7);
  const isKindKnown = byCode !== undefined || front?.isKindKnown === true || (kind === "2024" && hasPlaces);
  const unread = [front ? [] : ["front" as const], back ? [] : ["back" as const]].flat();
  const claims = [...claimsByLaw(isKindKnown ? kind : undefined), ...onFront, ...onBack];
  return { claims, kind: kind ?? back?.kind, isKindKnown, unread };
}

/** What the law fixes for a card of a kind that is known for certain. */
function claimsByLaw(kind: CardKind | undefined): Claim[] {
  if (kind !== "2024") return [];
  return [{ field: "issuedBy", value: "BỘ CÔNG AN", source: "law", confidence: 0.99 }];
}

/** The result for a reader without OCR. */
export function withoutPrint(sides: SortedSides): SidesPrint {
  const kind = kindByCode(sides);
  const isUnread = (side: Side) => {
    const found = sides[side];
    // The front of 2024 has print alone.
    return found?.qr === undefined && found?.mrz === undefined && !(kind === "2024" && side === "front");
  };
  const unread = (["front", "back"] as const).filter(isUnread);
  return { claims: claimsByLaw(kind), kind, isKindKnown: kind !== undefined, unread };
}

interface OrientedSide extends PrintedSide {
  readonly hasCode: boolean;
  /** Whether the kind was read from the title, or is known by the code. */
  readonly isKindKnown: boolean;
}

/** The number of a front without QR code is read even if the MRZ has it: the back may be of another card. */
function isWanted(field: FieldName, oriented: OrientedSide, known: ReadonlySet<FieldName>): boolean {
  if (field === "idNumber" && oriented.side === "front" && !oriented.hasCode) return true;
  return !known.has(field);
}

/** The QR code is on the front of 2021 and on the back of 2024. */
function kindByCode({ front, back }: SortedSides): CardKind | undefined {
  // Only that of 2024 has more fields, wherever it was found.
  const qr = front?.qr ?? back?.qr;
  return qr && (qr.hasMore ? "2024" : "2021");
}

async function orientSide(
  found: FoundSide | undefined,
  side: Side,
  kind: CardKind | undefined,
  hints: Hints,
  tools: CardTools,
): Promise<OrientedSide | undefined> {
  if (found?.quad === undefined || !isLegible(found.quad)) return undefined;
  const { photo, quad, qr } = found;
  const shared = { photo, side, hasCode: qr !== undefined };
  if (side === "front" && !(found.isTurnKnown && kind !== undefined)) {
    const oriented = await orientFront(found, kind, hints.idNumber, tools);
    return oriented === undefined ? undefined : { ...shared, ...oriented };
  }
  if (!found.isTurnKnown) return undefined;
  const isKindKnown = kind !== undefined;
  return { ...shared, ...findLines(photo, quad, columnOf[side]), kind: kind ?? "2021", isKindKnown };
}

function hintsOf({ front, back }: SortedSides, tables: ReaderTables): Hints {
  const residence = front?.qr?.placeOfResidence ?? back?.qr?.placeOfResidence;
  const mrz = back?.mrz?.fields ?? front?.mrz?.fields;
  return {
    plainName: mrz?.plainName,
    idNumber: mrz?.idNumber,
    dateOfExpiry: mrz?.dateOfExpiry,
    knownPlaces: residence === undefined ? [] : [residence],
    names: tables.names,
    places: tables.places,
  };
}

/** A front of known kind and orientation, and the number by which they were found. */
interface OrientedFront extends FoundLines {
  readonly kind: CardKind;
  readonly isKindKnown: boolean;
  readonly number: FoundPrint;
}

/** Twelve digits that OCR read with more confidence are a number, so the orientation is right. */
const numberConfidenceMin = 0.6;

/** Where the middle of the line with the number may be on either card, and how many lines there are tried, the highest first. */
const heightsOfNumber = { top: 0.35, bottom: 0.62, triedMax: 3, triedMaxUpright: 5 };

/**
 * Finds the orientation of a front without a legible QR code by its number, which is among the highest lines, and the kind by the
 * title above it. Most digits are digits upside down as well, so a number may also be read from a side that is upside down.
 */
export async function orientFront(
  found: FoundSide,
  knownKind: CardKind | undefined,
  knownNumber: string | undefined,
  tools: CardTools,
): Promise<OrientedFront | undefined> {
  const { recognise } = tools;
  const { photo, quad } = found;
  if (recognise === undefined || quad === undefined) return undefined;
  if (!found.isTurnKnown && !isLikeCard(found)) return undefined;
  const quads = found.isTurnKnown ? [quad] : [quad, turnQuad(quad)];
  let best: (FrontRead & { readonly certainty: number }) | undefined;
  for (const each of quads) {
    const front = findLines(photo, each, columnOf.front);
    let isUpright = found.isTurnKnown;
    for (const [tried, line] of linesOfNumber(front.lines).entries()) {
      if (tools.isLate()) return undefined;
      // A side that is upside down has no label.
      if (tried >= heightsOfNumber.triedMax && !isUpright) break;
      const place = zoneOfLines(front.lines, columnOf.front, line.top, line.bottom);
      const number = await readPlace({ photo, quad: front.quad }, place, "line", recognise);
      const digits = number.text.match(/\d/g)?.length ?? 0;
      const value = numberValue(number.text);
      const isNumber = value !== undefined && number.confidence > numberConfidenceMin;
      isUpright ||=
        hasLabel(number.text) ||
        (knownNumber === undefined
          ? isNumber && hasUprightDigit(value)
          : value !== undefined && isMisreadOf(value, knownNumber));
      if (isUpright && best?.front !== front) best = undefined;
      // Noise has some digits as well, and so has other text.
      const isCandidate = isUpright || isNumber || (isCard(found) && digits >= 6);
      const certainty = number.confidence + (isUpright ? 2 : 0) + (value !== undefined ? 2 : 0);
      if (isCandidate && certainty > (best?.certainty ?? 0)) best = { front, number, certainty };
      if (isUpright && value !== undefined) break;
    }
    if (isUpright) break;
  }
  if (best === undefined) return undefined;
  const { front, number } = best;
  const titled = knownKind === undefined ? await readKind(photo, front, recognise) : undefined;
  // On a card of 2021 the label stands before the number.
  const byLabel = /^\P{L}*(s[ốoôóò]|n[oơ]).*\d{6}/isu.test(number.text) ? "2021" : "2024";
  const certain = knownKind ?? titled;
  return { ...front, kind: certain ?? byLabel, isKindKnown: certain !== undefined, number };
}

/** The lines of a front in one orientation, and what was read where its number may be. */
interface FrontRead {
  readonly front: FoundLines;
  readonly number: FoundPrint;
}

function linesOfNumber(lines: readonly TextLine[]): TextLine[] {
  const { top, bottom, triedMaxUpright } = heightsOfNumber;
  return lines
    .filter((line) => line.top + line.bottom > 2 * top && line.top + line.bottom < 2 * bottom)
    .sort((one, other) => other.bottom - other.top - (one.bottom - one.top))
    .slice(0, triedMaxUpright);
}

/** The kind by the title and the label of the number. */
async function readKind(
  photo: FoundSide["photo"],
  { quad, lines }: FoundLines,
  recognise: NonNullable<CardTools["recognise"]>,
): Promise<CardKind | undefined> {
  const place = zoneOfLines(lines, columnOf.front, 0.23, 0.47);
  const { text } = await readPlace({ photo, quad }, place, "block", recognise);
  const hasAny = (labels: readonly string[]) =>
    text.split("\n").some((line) => labels.some((label) => findLabel(line, label) !== undefined));
  if (hasAny(titles["2021"])) return "2021";
  return hasAny(titles["2024"]) ? "2024" : undefined;
}

/** What only one of the cards has at the top. The title of the card of 2024 is a part of the title of 2021. */
const titles: Readonly<Record<CardKind, readonly string[]>> = {
  "2021": ["CÔNG DÂN", "Citizen Identity Card"],
  "2024": ["Số định danh cá nhân", "Personal identification number"],
};

/** Whether a number has a digit that is no digit upside down. */
function hasUprightDigit(number: string): boolean {
  return /[347]/.test(number);
}
