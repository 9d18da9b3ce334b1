import type { GrayImage } from "../image/image.ts";
import { findRows } from "./find-rows.ts";
import { type FollowedLine, followLine, matchPatch } from "./follow-line.ts";
import { type GlyphTemplates, makeGlyphTemplates } from "./glyphs.ts";
import { type MrzFields, parseMrz } from "./parse-mrz.ts";

/** The result of searching a card for an MRZ. */
export interface ReadMrz {
  /** Set if every check digit is right and the characters match well enough. */
  readonly fields: MrzFields | undefined;
  /** The mean match of the characters, 0 to 1. About 0.4 without an MRZ. */
  readonly score: number;
  readonly nameScore: number;
}

/** The templates for each size. */
export interface MrzTemplates {
  readonly half: GlyphTemplates;
  readonly full: GlyphTemplates;
}

/** Below this mean match the characters are random, and five check digits are right by chance once in 100,000. */
const scoreMin = 0.62;

/** A line with a lower score at half size is not matched at full size. */
const scoreOfLineMin = 0.5;

/** Makes the templates for `readMrz`. */
export function makeMrzTemplates(): MrzTemplates {
  return { half: makeGlyphTemplates("half"), full: makeGlyphTemplates("full") };
}

/** Reads the MRZ of a straightened back, upright and at the scale of `cardScale`. */
export function readMrz(card: GrayImage, templates: MrzTemplates): ReadMrz {
  const rows = findRows(card);
  if (rows === undefined) return withoutMrz(0);
  const half = halve(card);
  const lines: FollowedLine[] = [];
  for (let line = 0; line < 3; line += 1) {
    const middleAt = (x: number) => (rows.top + line * rows.step + rows.slope * 2 * x) / 2;
    const followed = followLine(half, middleAt, templates.half);
    if (followed === undefined || followed.score < scoreOfLineMin) return withoutMrz(followed?.score ?? 0);
    lines.push(followed);
  }
  const cells = lines.map((line) => matchCells(card, line, templates.full));
  const { lines: spelt, score, nameScore } = spellLines(cells, templates.full.characters);
  return { fields: score < scoreMin ? undefined : parseMrz(spelt), score, nameScore };
}

function withoutMrz(score: number): ReadMrz {
  return { fields: undefined, score, nameScore: 0 };
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

/** The best matching text of the lines. */
interface SpeltLines {
  readonly lines: readonly [string, string, string];
  /** The mean match of the characters of the first two lines, 0 to 1. */
  readonly score: number;
  /** The mean match of the characters of the name. */
  readonly nameScore: number;
}

const digit = "0123456789";
const letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ<";

/** The characters that are allowed in each cell of a Vietnamese MRZ. */
const patterns: readonly [string[], string[], string[]] = [
  [..."IDVNM", ...repeat(digit, 22), "<", "<", digit],
  [...repeat(digit, 7), "MF", ...repeat(`${digit}<`, 7), ..."VNM", ...repeat("<", 11), digit],
  repeat(letter, 30),
];

/** Chooses for each cell the best matching character of those that are allowed. */
function spellLines(cells: readonly CellScores[][], characters: readonly string[]): SpeltLines {
  const spelt = patterns.map((pattern, line) => {
    return pattern.map((allowed, place) =>
      spellCell(cells[line]?.[place] ?? new Float32Array(), characters, allowed),
    );
  });
  const lines = spelt.map((line) => line.map(({ character }) => character).join("")) as [
    string,
    string,
    string,
  ];
  const counted = [...(spelt[0] ?? []), ...(spelt[1] ?? [])];
  const named = (spelt[2] ?? []).filter(({ character }) => character !== "<");
  return { lines, score: meanScore(counted), nameScore: meanScore(named) };
}

interface SpeltCell {
  readonly character: string;
  readonly score: number;
}

function spellCell(scores: CellScores, characters: readonly string[], allowed: string): SpeltCell {
  let character = allowed.charAt(0);
  let best = -1;
  for (let k = 0; k < characters.length; k += 1) {
    if (!allowed.includes(characters[k] ?? "")) continue;
    const score = scores[k] ?? 0;
    if (score > best) {
      best = score;
      character = characters[k] ?? "";
    }
  }
  return { character, score: best };
}

function meanScore(cells: readonly SpeltCell[]): number {
  return cells.reduce((sum, { score }) => sum + score, 0) / Math.max(1, cells.length);
}

function repeat(allowed: string, count: number): string[] {
  return Array.from({ length: count }, () => allowed);
}

/** The match of each character with a cell, in the order of the templates. */
type CellScores = Float32Array;

const reach = 2;

/** Matches each cell of a line at full size, within `reach` pixels of its place. */
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
