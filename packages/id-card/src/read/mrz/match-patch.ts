import type { GrayImage } from "../image/gray-image.ts";
import type { GlyphTemplates } from "./glyph-templates.ts";

/** Contrast below this is paper, whatever its grain looks like. */
const deviationMin = 4;

/**
 * Compares the patch of an image at a place with every template: 1 where they are alike up to brightness and contrast.
 * Writes the better of what stands in `scores` and what it finds.
 */
export function matchPatch(
  image: GrayImage,
  left: number,
  top: number,
  templates: GlyphTemplates,
  scores: Float32Array,
): void {
  const { width, height, patches } = templates;
  if (left < 0 || top < 0 || left + width > image.width || top + height > image.height) return;
  const length = measureContrast(image, left, top, width, height);
  const contrast = Math.max(length, deviationMin * Math.sqrt(width * height));
  for (let k = 0; k < patches.length; k += 1) {
    const patch = patches[k] as Float32Array;
    let sum = 0;
    let at = 0;
    for (let y = top; y < top + height; y += 1) {
      const row = y * image.width + left;
      for (let x = 0; x < width; x += 1, at += 1)
        sum += (image.data[row + x] as number) * (patch[at] as number);
    }
    const score = sum / contrast;
    if (score > (scores[k] as number)) scores[k] = score;
  }
}

function measureContrast(image: GrayImage, left: number, top: number, width: number, height: number): number {
  let sum = 0;
  let squares = 0;
  for (let y = top; y < top + height; y += 1) {
    for (let x = left; x < left + width; x += 1) {
      const here = image.data[y * image.width + x] as number;
      sum += here;
      squares += here * here;
    }
  }
  return Math.sqrt(Math.max(0, squares - (sum * sum) / (width * height)));
}
