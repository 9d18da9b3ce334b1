import { ocrBGlyphs, ocrBGlyphsHeight, ocrBGlyphsWidth } from "./ocr-b-glyphs.ts";

/** The signs of machine-readable lines, each as numbers of mean 0 and length 1 that a patch is multiplied with. */
export interface GlyphTemplates {
  readonly width: number;
  readonly height: number;
  readonly signs: readonly string[];
  readonly patches: readonly Float32Array[];
}

/** Makes the templates at half size, for finding cells, or at full size; blurred so many times over three by three. */
export function makeGlyphTemplates(size: "half" | "full", blurs: number): GlyphTemplates {
  const signs = Object.keys(ocrBGlyphs);
  const isHalf = size === "half";
  const patches = signs.map((sign) => {
    let drawing: Drawing = parseDrawing(ocrBGlyphs[sign] ?? "");
    for (let i = 0; i < blurs; i += 1) drawing = blur(drawing);
    return normalize((isHalf ? halve(drawing) : drawing).ink);
  });
  return {
    width: isHalf ? ocrBGlyphsWidth / 2 : ocrBGlyphsWidth,
    height: isHalf ? ocrBGlyphsHeight / 2 : ocrBGlyphsHeight,
    signs,
    patches,
  };
}

interface Drawing {
  readonly width: number;
  readonly ink: Float32Array;
}

function parseDrawing(digits: string): Drawing {
  return { width: ocrBGlyphsWidth, ink: Float32Array.from(digits, (digit) => Number.parseInt(digit, 16)) };
}

function blur({ width, ink }: Drawing): Drawing {
  const at = (x: number, y: number) => (x < 0 || x >= width ? 0 : (ink[y * width + x] ?? 0));
  const blurred = ink.map((_, index) => {
    const x = index % width;
    const y = (index - x) / width;
    let sum = 0;
    for (let j = -1; j <= 1; j += 1) {
      const row = at(x - 1, y + j) + 2 * at(x, y + j) + at(x + 1, y + j);
      sum += j === 0 ? 2 * row : row;
    }
    return sum / 16;
  });
  return { width, ink: blurred };
}

function halve({ width, ink }: Drawing): Drawing {
  const half = width / 2;
  const halved = new Float32Array(ink.length / 4).map((_, index) => {
    const x = index % half;
    const start = 2 * ((index - x) / half) * width + 2 * x;
    return [0, 1, width, width + 1].reduce((sum, step) => sum + (ink[start + step] ?? 0), 0) / 4;
  });
  return { width: half, ink: halved };
}

/** Ink is dark in an image and bright in a drawing, hence the sign. */
function normalize(ink: Float32Array): Float32Array {
  const mean = ink.reduce((sum, each) => sum + each, 0) / ink.length;
  const length = Math.sqrt(ink.reduce((sum, each) => sum + (each - mean) ** 2, 0));
  return ink.map((each) => (mean - each) / length);
}
