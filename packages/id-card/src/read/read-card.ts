import type { CardReading, FieldName, Problem, Side } from "./card-reading.ts";
import type { CardTools } from "./card-tools.ts";
import { type FoundSide, findSide } from "./find-side.ts";
import { checkImage } from "./limits/check-image.ts";
import type { ReadMrz } from "./mrz/read-mrz.ts";
import type { QrFields } from "./qr/parse-qr-text.ts";
import { readSidesPrint, withoutPrint } from "./read-sides-print.ts";
import type { MrzTables, ReaderTables } from "./reader-tables.ts";
import { rescueCode } from "./rescue-code.ts";
import { nameProblem, nameProblems, sortSides } from "./sides.ts";
import { type Claim, fieldsOf, weighClaims } from "./weigh.ts";

/** The photographs of a card as the bytes of JPEG, PNG or WebP files, at any rotation. */
export interface CardImages {
  readonly front: Uint8Array;
  readonly back?: Uint8Array | undefined;
  /** A photograph of the holder. It is never read; a pool and an edge reader check and copy it. */
  readonly portrait?: Uint8Array | undefined;
}

/**
 * Reads a card with the tools of any runtime. Unusable images are reported in `problems`; the promise does not reject because of
 * an image. On Node use `@trading-oms/id-card/node`, which brings the tools.
 *
 * @example
 * ```ts
 * import { type CardTools, makeReaderTables, readCard } from "@trading-oms/id-card";
 * import { readLexicons } from "@trading-oms/id-card/node";
 *
 * const tables = makeReaderTables(await readLexicons()); // once
 * export async function readFront(front: Uint8Array, tools: CardTools) {
 *   const { fields, missing } = await readCard({ front }, tools, tables);
 *   return { number: fields.idNumber?.value, missing };
 * }
 * ```
 */
export async function readCard(
  images: CardImages,
  tools: CardTools,
  tables: ReaderTables | MrzTables,
): Promise<CardReading> {
  const problems: Problem[] = [];
  const sent: Partial<Record<Side, FoundSide>> = {};
  // The back is read first: if it has the MRZ, less time is spent on searching the front for one.
  for (const side of ["back", "front"] as const) {
    const bytes = images[side];
    if (bytes === undefined) continue;
    const found = await openSide(side, bytes, tools, tables, sent.back);
    if ("code" in found) problems.unshift(found);
    else sent[side] = found;
  }
  const sorted = await rescueCode(sortSides(sent), tools);
  const codes = [sorted.front, sorted.back].flatMap((found) => claimCodes(found));
  const print = "names" in tables ? await readSidesPrint(sorted, codes, tools, tables) : withoutPrint(sorted);
  const { fields, doubtful } = weighClaims([...codes, ...print.claims]);
  const expected = new Set<FieldName>();
  for (const side of ["front", "back"] as const) {
    // While the kind is not certain, a front may be one of 2021, which has more fields.
    const kind = side === "front" && !print.isKindKnown && print.kind !== undefined ? "2021" : print.kind;
    if (images[side] !== undefined) for (const field of fieldsOf(kind, side)) expected.add(field);
  }
  const missing = [...expected].filter((field) => fields[field] === undefined && !doubtful.includes(field));
  problems.push(...sorted.problems);
  const lost = [...missing, ...doubtful];
  for (const side of ["front", "back"] as const) {
    const found = sorted[side];
    if (found === undefined || problems.some((problem) => problem.side === side)) continue;
    const isUnread = print.unread.includes(side);
    const isConcerned = isUnread || fieldsOf(print.kind, side).some((field) => lost.includes(field));
    // Advice on a side that was read would only distract from the other.
    if (lost.length === 0 || isConcerned) problems.push(...nameProblems(side, found, isUnread));
  }
  if (lost.length > 0 && tools.isLate()) problems.push(nameProblem("front", "out_of_time"));
  const isComplete = missing.length === 0 && doubtful.length === 0 && fields.idNumber !== undefined;
  return { kind: print.kind, fields, missing, doubtful, problems, isSwapped: sorted.isSwapped, isComplete };
}

async function openSide(
  side: Side,
  bytes: Uint8Array,
  tools: CardTools,
  tables: MrzTables,
  other: FoundSide | undefined,
): Promise<FoundSide | Problem> {
  const fault = (tools.areJudged ? undefined : checkImage(bytes)) ?? tools.judge?.(bytes);
  if (fault !== undefined) return { side, ...fault };
  const photo = await tools.decode(bytes).catch(() => undefined);
  if (photo === undefined) return nameProblem(side, "not_decodable");
  return findSide(photo, tools, tables.mrz, other);
}

function claimCodes(found: FoundSide | undefined): Claim[] {
  if (found === undefined) return [];
  const byQr = found.qr === undefined ? [] : qrClaims(found.qr);
  return found.mrz === undefined ? byQr : [...byQr, ...mrzClaims(found.mrz)];
}

/** The claims of a QR code. Its error correction excludes misread values, so they are wrong only if it is another card's code. */
function qrClaims(fields: QrFields): Claim[] {
  const values = {
    idNumber: fields.idNumber,
    fullName: fields.fullName,
    dateOfBirth: fields.dateOfBirth,
    sex: fields.sex,
    placeOfResidence: fields.placeOfResidence,
    dateOfIssue: fields.dateOfIssue,
  };
  return toClaims(values, "qr", 0.99);
}

/** The claims of an MRZ. Its name has no accents, so it can contradict a name but not provide one. */
function mrzClaims({ fields, score, nameScore }: ReadMrz): Claim[] {
  if (fields === undefined) return [];
  const values = {
    idNumber: fields.idNumber,
    dateOfBirth: fields.dateOfBirth,
    sex: fields.sex,
    dateOfExpiry: fields.dateOfExpiry === "none" ? "Không thời hạn" : fields.dateOfExpiry,
    nationality: fields.nationality === "VNM" ? "Việt Nam" : undefined,
  };
  const name: Claim = {
    field: "fullName",
    value: fields.plainName,
    source: "mrz",
    confidence: nameScore,
    canOnlyContradict: true,
  };
  // Five check digits are right, which happens by chance once in 100,000.
  return [...toClaims(values, "mrz", Math.min(0.98, 0.9 + score / 10)), name];
}

function toClaims(
  values: Partial<Record<Claim["field"], string | undefined>>,
  source: Claim["source"],
  confidence: number,
): Claim[] {
  return Object.entries(values).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field: field as Claim["field"], value, source, confidence }],
  );
}
