import type { GrayImage } from "../image/image.ts";
import { cardScale } from "./glyphs.ts";

/** The three rows of an MRZ: the middle of the first at the left edge, their slope, and the distance of two rows. */
export interface Rows {
  readonly top: number;
  readonly slope: number;
  readonly step: number;
  /** How much rougher the rows are than the gaps between them. */
  readonly contrast: number;
}

const bandsAcross = 12;
const slopes = [-0.032, -0.024, -0.016, -0.008, 0, 0.008, 0.016, 0.024, 0.032];
const steps = [0.95, 0.975, 1, 1.025, 1.05];

/** Finds three evenly spaced rows in the lower half of a straightened card. */
export function findRows(card: GrayImage): Rows | undefined {
  const profiles = measureProfiles(card);
  const bandWidth = card.width / bandsAcross;
  let best: Rows | undefined;
  for (const share of steps) {
    const step = cardScale.lineStep * share;
    for (let top = Math.floor(card.height * 0.45); top + 2 * step + 8 < card.height; top += 1) {
      for (const slope of slopes) {
        let contrast = 0;
        for (let band = 1; band < bandsAcross - 1; band += 1) {
          const middle = top + slope * (band + 0.5) * bandWidth;
          contrast += checkBand(profiles[band] as Float32Array, middle, step);
        }
        if (best === undefined || contrast > best.contrast) best = { top, slope, step, contrast };
      }
    }
  }
  return best;
}

/** Cumulative roughness of the pixel rows of each vertical band: print changes along a row, paper and shadow do not. */
function measureProfiles(card: GrayImage): Float32Array[] {
  const bandWidth = Math.floor(card.width / bandsAcross);
  return Array.from({ length: bandsAcross }, (_, band) => {
    const sums = new Float32Array(card.height + 1);
    for (let y = 0; y < card.height; y += 1) {
      let rough = 0;
      const start = y * card.width + band * bandWidth;
      for (let i = start; i < start + bandWidth - 2; i += 1) {
        rough += Math.abs((card.data[i] as number) - (card.data[i + 2] as number));
      }
      sums[y + 1] = (sums[y] as number) + Math.min(rough / bandWidth, roughnessMax);
    }
    return sums;
  });
}

/** The most that one row counts, so that a portrait or a QR code does not outweigh print. */
const roughnessMax = 60;

function checkBand(sums: Float32Array, middle: number, step: number): number {
  const reach = cardScale.glyphHeight / 2;
  let contrast = 0;
  for (let line = 0; line < 3; line += 1) {
    const y = middle + line * step;
    contrast += meanOf(sums, y - reach, y + reach);
    contrast -= meanOf(sums, y + reach + 2, y + step - reach - 2);
  }
  return contrast - meanOf(sums, middle - step + reach + 2, middle - reach - 2);
}

function meanOf(sums: Float32Array, from: number, to: number): number {
  const last = sums.length - 1;
  const start = Math.min(Math.max(Math.round(from), 0), last);
  const end = Math.min(Math.max(Math.round(to), start + 1), last);
  return end <= start ? 0 : ((sums[end] as number) - (sums[start] as number)) / (end - start);
}
