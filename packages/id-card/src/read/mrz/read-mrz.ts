import type { GrayImage } from "../image/gray-image.ts";
import { findRows } from "./find-rows.ts";
import { type FollowedLine, followLine } from "./follow-line.ts";
import { type GlyphTemplates, makeGlyphTemplates } from "./glyph-templates.ts";
import { type CellScores, matchCells } from "./match-cells.ts";
import { type MrzSays, parseMrz } from "./parse-mrz.ts";
import { type SpeltLines, spellLines } from "./spell-lines.ts";

/** What was found where the machine-readable lines should be. */
export interface ReadMrz {
  /** What they say, where every check digit is right and every sign matches well enough. */
  readonly says: MrzSays | undefined;
  /** How well the signs match in the mean, 0 to 1: about 0.4 where there are none. */
  readonly score: number;
  readonly nameScore: number;
}

/** The templates of every size and blur, made once and handed to each reading. */
export interface MrzTemplates {
  readonly half: GlyphTemplates;
  /** Sharp, and blurred for photographs that are. */
  readonly full: readonly GlyphTemplates[];
}

/** Below this mean match the signs may be anything, and five check digits are right by chance once in 100,000. */
const scoreMin = 0.62;

/** A line that is matched no better than this at half size is none, and not worth a closer look. */
const scoreOfLineMin = 0.5;

/** Makes the templates that `readMrz` matches with. */
export function makeMrzTemplates(): MrzTemplates {
  return {
    half: makeGlyphTemplates("half", 1),
    full: [1, 5].map((blurs) => makeGlyphTemplates("full", blurs)),
  };
}

/** Reads the machine-readable lines of a straightened back, at the scale of `cardScale` and the right way up. */
export function readMrz(card: GrayImage, templates: MrzTemplates): ReadMrz {
  const rows = findRows(card);
  if (rows === undefined) return nothing(0);
  const half = halve(card);
  const lines: FollowedLine[] = [];
  for (let line = 0; line < 3; line += 1) {
    const middleAt = (x: number) => (rows.top + line * rows.step + rows.slope * 2 * x) / 2;
    const followed = followLine(half, middleAt, templates.half);
    if (followed === undefined || followed.score < scoreOfLineMin) return nothing(followed?.score ?? 0);
    lines.push(followed);
  }
  let best: { spelt: SpeltLines; says: MrzSays | undefined } | undefined;
  for (const full of templates.full) {
    const cells: CellScores[][] = lines.map((line) =>
      line === undefined ? [] : matchCells(card, line, full),
    );
    const spelt = spellLines(cells, full.signs);
    const says = spelt.score < scoreMin ? undefined : parseMrz(spelt.lines);
    const isBetter = best === undefined || (says !== undefined && best.says === undefined);
    if (isBetter || spelt.score > (best?.spelt.score ?? 0)) best = { spelt, says: says ?? best?.says };
    if (says !== undefined) break;
  }
  return {
    says: best?.says,
    score: best?.spelt.score ?? 0,
    nameScore: best?.spelt.nameScore ?? 0,
  };
}

function nothing(score: number): ReadMrz {
  return { says: undefined, score, nameScore: 0 };
}

function halve({ width, height, data }: GrayImage): GrayImage {
  const halfWidth = width >> 1;
  const halfHeight = height >> 1;
  const halved = new Uint8Array(halfWidth * halfHeight);
  for (let y = 0; y < halfHeight; y += 1) {
    for (let x = 0; x < halfWidth; x += 1) {
      const start = 2 * y * width + 2 * x;
      const above = (data[start] as number) + (data[start + 1] as number);
      const below = (data[start + width] as number) + (data[start + width + 1] as number);
      halved[y * halfWidth + x] = (above + below + 2) >> 2;
    }
  }
  return { width: halfWidth, height: halfHeight, data: halved };
}
