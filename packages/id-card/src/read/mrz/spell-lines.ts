import type { CellScores } from "./match-cells.ts";

/** The lines as they are best spelt, and how well that matches. */
export interface SpeltLines {
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
export function spellLines(cells: readonly CellScores[][], signs: readonly string[]): SpeltLines {
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
