import type { GrayImage } from "../read/image/image.ts";
import { cardScale, ocrBGlyphs, ocrBGlyphsHeight, ocrBGlyphsWidth } from "../read/mrz/glyphs.ts";

/** How the lines are drawn, in pixels of a straightened card: where they begin, the distance of characters, slope, and grain. */
export interface MrzDrawing {
  readonly left: number;
  readonly top: number;
  readonly pitch: number;
  readonly slope: number;
  /** The amplitude of noise, in gray levels. */
  readonly grain: number;
  readonly ink: number;
  readonly paper: number;
}

/** Draws a straightened back with nothing but machine-readable lines. */
export function drawMrz(lines: readonly string[], drawing: MrzDrawing, random: () => number): GrayImage {
  const { width, height } = cardScale;
  const data = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i += 1) data[i] = drawing.paper + drawing.grain * (2 * random() - 1);
  for (const [line, text] of lines.entries()) {
    for (const [place, character] of [...text].entries()) {
      const left = Math.round(drawing.left + place * drawing.pitch);
      const top = Math.round(drawing.top + line * cardScale.lineStep + drawing.slope * left);
      stamp(data, width, left, top, ocrBGlyphs[character] ?? "", drawing.ink / drawing.paper);
    }
  }
  return { width, height, data };
}

function stamp(
  data: Uint8Array,
  width: number,
  left: number,
  top: number,
  digits: string,
  ink: number,
): void {
  for (let y = 0; y < ocrBGlyphsHeight; y += 1) {
    for (let x = 0; x < ocrBGlyphsWidth; x += 1) {
      const cover = Number.parseInt(digits[y * ocrBGlyphsWidth + x] ?? "0", 16) / 15;
      const index = (top + y) * width + left + x;
      data[index] = (data[index] ?? 0) * (1 - cover * (1 - ink));
    }
  }
}
