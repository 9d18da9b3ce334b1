import type { GrayImage } from "../image/image.ts";
import { findRows } from "./find-rows.ts";
import { type FollowedLine, followLine, matchPatch } from "./follow-line.ts";
import { type GlyphTemplates, makeGlyphTemplates } from "./glyphs.ts";
import { type MrzSays, parseMrz } from "./parse-mrz.ts";

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

/** The lines as they are best spelt, and how well that matches. */
interface SpeltLines {
  readonly lines: readonly [string, string, string];
  /** How well the signs of the first two lines match in the mean, 0 to 1. */
  readonly score: number;
  /** How far the best sign is ahead of the next where that is least, among those that say something. */
  readonly leadMin: number;
  /** How well the signs of the name match in the mean. */
  readonly nameScore: number;
}

const digit = "0123456789";
const letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ<";

/** Which signs may stand in each place of a Vietnamese card's lines; a single sign has to. */
const patterns: readonly [string[], string[], string[]] = [
  [..."IDVNM", ...repeat(digit, 22), "<", "<", digit],
  [...repeat(digit, 7), "MF", ...repeat(`${digit}<`, 7), ..."VNM", ...repeat("<", 11), digit],
  repeat(letter, 30),
];

/** Spells three lines of cells by the sign that matches best among those that may stand in each place. */
function spellLines(cells: readonly CellScores[][], signs: readonly string[]): SpeltLines {
  const spelt = patterns.map((pattern, line) => {
    return pattern.map((allowed, place) =>
      spellCell(cells[line]?.[place] ?? new Float32Array(), signs, allowed),
    );
  });
  const lines = spelt.map((line) => line.map(({ sign }) => sign).join("")) as [string, string, string];
  const counted = [...(spelt[0] ?? []), ...(spelt[1] ?? [])];
  const leads = counted.flatMap(({ lead }) => (lead === undefined ? [] : [lead]));
  const named = (spelt[2] ?? []).filter(({ sign }) => sign !== "<");
  return { lines, score: meanScore(counted), leadMin: Math.min(...leads), nameScore: meanScore(named) };
}

interface SpeltCell {
  readonly sign: string;
  readonly score: number;
  /** How far ahead of the next; `undefined` where no other sign may stand. */
  readonly lead: number | undefined;
}

function spellCell(scores: CellScores, signs: readonly string[], allowed: string): SpeltCell {
  let sign = allowed.charAt(0);
  let best = -1;
  let next = -1;
  for (let k = 0; k < signs.length; k += 1) {
    if (!allowed.includes(signs[k] ?? "")) continue;
    const score = scores[k] ?? 0;
    if (score > best) {
      next = best;
      best = score;
      sign = signs[k] ?? "";
    } else if (score > next) next = score;
  }
  return { sign, score: best, lead: allowed.length === 1 ? undefined : best - next };
}

function meanScore(cells: readonly SpeltCell[]): number {
  return cells.reduce((sum, { score }) => sum + score, 0) / Math.max(1, cells.length);
}

function repeat(allowed: string, count: number): string[] {
  return Array.from({ length: count }, () => allowed);
}

/** How well each sign matches a cell, in the order of the templates' signs. */
type CellScores = Float32Array;

const reach = 2;

/** Looks at each cell of a followed line at full size, a little to all sides, for how well each sign matches. */
function matchCells(card: GrayImage, line: FollowedLine, templates: GlyphTemplates): CellScores[] {
  return line.lefts.map((left, cell) => {
    const scores = new Float32Array(templates.patches.length);
    const top = 2 * (line.tops[cell] ?? 0);
    for (let y = top - reach; y <= top + reach; y += 1) {
      for (let x = 2 * left - reach; x <= 2 * left + reach; x += 1) matchPatch(card, x, y, templates, scores);
    }
    return scores;
  });
}
