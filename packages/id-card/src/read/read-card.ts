import type { CardReading, FieldName, Problem, Side } from "./card-reading.ts";
import type { CardTools } from "./card-tools.ts";
import { mrzClaims, qrClaims } from "./code-claims.ts";
import { fieldsOf } from "./fields-of.ts";
import { type FoundSide, findSide } from "./find-side.ts";
import { judgeImage } from "./limits/judge-image.ts";
import { nameProblem, nameProblems } from "./name-problems.ts";
import { readSidesPrint, withoutPrint } from "./read-sides-print.ts";
import type { LineTables, ReaderTables } from "./reader-tables.ts";
import { rescueCode } from "./rescue-code.ts";
import { sortSides } from "./sort-sides.ts";
import type { Claim } from "./weigh/claim.ts";
import { weighClaims } from "./weigh/weigh-claims.ts";

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
  const fault = judgeImage(bytes) ?? tools.judge?.(bytes);
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
