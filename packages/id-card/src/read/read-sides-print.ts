import type { CardKind, FieldName, Side } from "./card-reading.ts";
import type { CardTools, FoundPrint } from "./card-tools.ts";
import { type FoundSide, isCard, isLikeCard } from "./find-side.ts";
import { isLegible, type Quad, turnQuad } from "./geometry/straighten.ts";
import type { Hints } from "./print/claim-fields.ts";
import { numberValue } from "./print/field-values.ts";
import { readPrint, readZone } from "./print/read-print.ts";
import type { ReaderTables } from "./reader-tables.ts";
import type { SortedSides } from "./sides.ts";
import { type Claim, fieldsOf, isMisreadOf } from "./weigh.ts";

/** What the print of both sides gave, and the kind of card that it was read as. */
interface SidesPrint {
  readonly claims: readonly Claim[];
  readonly kind: CardKind | undefined;
}

/** Reads from print what codes and lines did not give; and the number of a front without code, to see whose it is. */
export async function readSidesPrint(
  sides: SortedSides,
  codes: readonly Claim[],
  tools: CardTools,
  tables: ReaderTables,
): Promise<SidesPrint> {
  const byCode = kindByCode(sides);
  const hints = hintsOf(sides, tables);
  const front = await placeSide(sides.front, "front", byCode, hints, tools);
  const kind = byCode ?? front?.kind;
  const back = await placeSide(sides.back, "back", kind, hints, tools);
  const known = new Set(codes.filter(({ isWitness }) => isWitness !== true).map(({ field }) => field));
  const readings = [front, back].map((placed) => {
    if (placed === undefined) return [];
    const wanted = fieldsOf(placed.kind, placed.side).filter((field) => isWanted(field, placed, known));
    return readPrint(placed, wanted, hints, tools);
  });
  return { claims: (await Promise.all(readings)).flat(), kind: kind ?? back?.kind };
}

/** What a reader without print knows of the sides. */
export function withoutPrint(sides: SortedSides): SidesPrint {
  return { claims: [], kind: kindByCode(sides) };
}

interface PlacedSide {
  readonly photo: FoundSide["photo"];
  readonly quad: Quad;
  readonly side: Side;
  readonly kind: CardKind;
  readonly hasCode: boolean;
  readonly number?: FoundPrint;
}

/** The number of a front without a code is read even where the lines have it: the back may be of another card. */
function isWanted(field: FieldName, placed: PlacedSide, known: ReadonlySet<FieldName>): boolean {
  if (field === "idNumber" && placed.side === "front" && !placed.hasCode) return true;
  return !known.has(field);
}

/** The code is on the front of one kind and on the back of the other. */
function kindByCode({ front, back }: SortedSides): CardKind | undefined {
  if (front?.qr !== undefined) return "2021";
  return back?.qr !== undefined ? "2024" : undefined;
}

async function placeSide(
  found: FoundSide | undefined,
  side: Side,
  kind: CardKind | undefined,
  hints: Hints,
  tools: CardTools,
): Promise<PlacedSide | undefined> {
  if (found?.quad === undefined || !isLegible(found.quad)) return undefined;
  const { photo, quad, qr } = found;
  const hasCode = qr !== undefined;
  if (side === "front" && !(found.isTurnKnown && kind !== undefined)) {
    const placed = await placeFront(found, kind, hints.idNumber, tools);
    return placed === undefined ? undefined : { photo, side, hasCode, ...placed };
  }
  return found.isTurnKnown ? { photo, quad, side, kind: kind ?? "2021", hasCode } : undefined;
}

function hintsOf({ front, back }: SortedSides, tables: ReaderTables): Hints {
  const residence = front?.qr?.placeOfResidence ?? back?.qr?.placeOfResidence;
  const lines = back?.mrz?.says ?? front?.mrz?.says;
  return {
    plainName: lines?.plainName,
    idNumber: lines?.idNumber,
    dateOfExpiry: lines?.dateOfExpiry,
    knownPlaces: residence === undefined ? [] : [residence],
    names: tables.names,
    places: tables.places,
  };
}

/** A front whose kind and turn are known, and the number that told them. */
interface PlacedFront {
  readonly quad: Quad;
  readonly kind: CardKind;
  readonly number: FoundPrint;
}

/** A number that was read more surely is one, however the side was taken to lie. */
const numberConfidenceMin = 0.6;

/**
 * Finds out by the number, which is where no other print is, how a front without a legible code is turned and of which
 * kind it is. Most digits are digits upside down as well, so that a number may be read of a side that lies on its head.
 */
export async function placeFront(
  found: FoundSide,
  kindKnown: CardKind | undefined,
  numberKnown: string | undefined,
  tools: CardTools,
): Promise<PlacedFront | undefined> {
  const { recognise } = tools;
  const { photo, quad } = found;
  if (recognise === undefined || quad === undefined) return undefined;
  if (!found.isTurnKnown && !isLikeCard(found)) return undefined;
  const kinds: readonly CardKind[] = kindKnown === undefined ? ["2021", "2024"] : [kindKnown];
  const quads = found.isTurnKnown ? [quad] : [quad, turnQuad(quad)];
  let best: (PlacedFront & { readonly sureness: number }) | undefined;
  for (const each of quads) {
    for (const kind of kinds) {
      if (tools.isLate()) return best;
      const number = await readZone({ photo, quad: each, side: "front", kind }, "number", recognise);
      const digits = number.text.match(/\d/g)?.length ?? 0;
      const value = numberValue(number.text);
      const isNumber = value !== undefined && number.confidence > numberConfidenceMin;
      const isUpright =
        numberKnown === undefined
          ? isNumber && (quads.length === 1 || hasOneTurn(value))
          : value !== undefined && isMisreadOf(value, numberKnown);
      if (isUpright) return { quad: each, kind, number };
      // Noise has digits too, and a long text in the places of others.
      const isHopeful = isNumber || (isCard(found) && digits >= 6);
      const sureness = number.confidence + (isNumber ? 1 : 0);
      if (isHopeful && sureness > (best?.sureness ?? 0)) best = { quad: each, kind, number, sureness };
    }
  }
  return best;
}

/** Whether some digit of a number is none upside down. */
function hasOneTurn(number: string): boolean {
  return /[347]/.test(number);
}
