import type { CardReading, FieldName, Problem, Side } from "./card-reading.ts";
import type { CardTools } from "./card-tools.ts";
import { type FoundSide, findSide } from "./find-side.ts";
import { judgeImage } from "./limits/judge-image.ts";
import type { ReadMrz } from "./mrz/read-mrz.ts";
import type { QrSays } from "./qr/parse-qr-text.ts";
import { readSidesPrint, withoutPrint } from "./read-sides-print.ts";
import type { LineTables, ReaderTables } from "./reader-tables.ts";
import { rescueCode } from "./rescue-code.ts";
import { nameProblem, nameProblems, sortSides } from "./sides.ts";
import { type Claim, fieldsOf, weighClaims } from "./weigh.ts";

/** The photographs of a card, as they are: JPEG, PNG or WebP. The portrait is only judged, never read. */
export interface CardImages {
  readonly front: Uint8Array;
  readonly back?: Uint8Array | undefined;
  readonly portrait?: Uint8Array | undefined;
}

/** Reads a card with the tools of a runtime. Bad images are problems of the reading; nothing about an image throws. */
export async function readCard(
  images: CardImages,
  tools: CardTools,
  tables: ReaderTables | LineTables,
): Promise<CardReading> {
  const problems: Problem[] = [];
  const sent: Partial<Record<Side, FoundSide>> = {};
  // The back has the lines, and the front is looked for them no further than that it may be a back.
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
  const wanted = new Set<FieldName>();
  for (const side of ["front", "back"] as const) {
    if (images[side] !== undefined) for (const field of fieldsOf(print.kind, side)) wanted.add(field);
  }
  const missing = [...wanted].filter((field) => fields[field] === undefined && !doubtful.includes(field));
  problems.push(...sorted.problems);
  if (missing.length + doubtful.length > 0) {
    for (const side of ["front", "back"] as const) {
      const found = sorted[side];
      const isTold = problems.some((problem) => problem.side === side);
      const lost = fieldsOf(print.kind, side).filter(
        (field) => missing.includes(field) || doubtful.includes(field),
      );
      if (found !== undefined && !isTold && lost.length > 0) problems.push(...nameProblems(side, found));
    }
    if (tools.isLate()) problems.push(nameProblem("front", "out-of-time"));
  }
  const isComplete = missing.length === 0 && doubtful.length === 0 && fields.idNumber !== undefined;
  return { kind: print.kind, fields, missing, doubtful, problems, isSwapped: sorted.isSwapped, isComplete };
}

async function openSide(
  side: Side,
  bytes: Uint8Array,
  tools: CardTools,
  tables: LineTables,
  other: FoundSide | undefined,
): Promise<FoundSide | Problem> {
  const fault = (tools.areJudged ? undefined : judgeImage(bytes)) ?? tools.judge?.(bytes);
  if (fault !== undefined) return { side, ...fault };
  const photo = await tools.decode(bytes).catch(() => undefined);
  if (photo === undefined) return nameProblem(side, "not-decodable");
  return findSide(photo, tools, tables.mrz, other);
}

function claimCodes(found: FoundSide | undefined): Claim[] {
  if (found === undefined) return [];
  const byQr = found.qr === undefined ? [] : qrClaims(found.qr);
  return found.mrz === undefined ? byQr : [...byQr, ...mrzClaims(found.mrz)];
}

/** What a QR code claims. Its error correction lets no slip through, so that only another card's code could be wrong. */
function qrClaims(says: QrSays): Claim[] {
  const values = {
    idNumber: says.idNumber,
    fullName: says.fullName,
    dateOfBirth: says.dateOfBirth,
    sex: says.sex,
    placeOfResidence: says.placeOfResidence,
    dateOfIssue: says.dateOfIssue,
  };
  return toClaims(values, "qr", 0.99);
}

/** What machine-readable lines claim. Their name has no accents, so that it can contradict one and gives none. */
function mrzClaims({ says, score, nameScore }: ReadMrz): Claim[] {
  if (says === undefined) return [];
  const values = {
    idNumber: says.idNumber,
    dateOfBirth: says.dateOfBirth,
    sex: says.sex,
    dateOfExpiry: says.dateOfExpiry === "none" ? "Không thời hạn" : says.dateOfExpiry,
    nationality: says.nationality === "VNM" ? "Việt Nam" : undefined,
  };
  const name: Claim = {
    field: "fullName",
    value: says.plainName,
    source: "mrz",
    confidence: nameScore,
    isWitness: true,
  };
  // Check digits passed, so that a match as good as this leaves a slip in a hundred thousand.
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
