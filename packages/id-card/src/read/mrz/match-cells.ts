import type { GrayImage } from "../image/gray-image.ts";
import type { FollowedLine } from "./follow-line.ts";
import type { GlyphTemplates } from "./glyph-templates.ts";
import { matchPatch } from "./match-patch.ts";

/** How well each sign matches a cell, in the order of the templates' signs. */
export type CellScores = Float32Array;

const reach = 2;

/** Looks at each cell of a followed line at full size, a little to all sides, for how well each sign matches. */
export function matchCells(card: GrayImage, line: FollowedLine, templates: GlyphTemplates): CellScores[] {
  return line.lefts.map((left, cell) => {
    const scores = new Float32Array(templates.patches.length);
    const top = 2 * (line.tops[cell] ?? 0);
    for (let y = top - reach; y <= top + reach; y += 1) {
      for (let x = 2 * left - reach; x <= 2 * left + reach; x += 1) matchPatch(card, x, y, templates, scores);
    }
    return scores;
  });
}
