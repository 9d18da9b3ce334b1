import type { Photo } from "../../read/image/photo.ts";

/** How many pixels a unit has across and down. */
export const unitSide = 16;

/**
 * Parts the pixels of a unit into four blocks of brightness, and one of each difference of colour, which stands for four
 * pixels. Beyond the edge of the picture its last pixels go on.
 */
export function gatherUnit(
  { width, height, data }: Photo,
  left: number,
  top: number,
  blocks: readonly Float32Array[],
): void {
  const blues = blocks[4] as Float32Array;
  const reds = blocks[5] as Float32Array;
  blues.fill(0);
  reds.fill(0);
  for (let y = 0; y < unitSide; y += 1) {
    const row = Math.min(top + y, height - 1) * width;
    for (let x = 0; x < unitSide; x += 1) {
      const from = (row + Math.min(left + x, width - 1)) * 3;
      const red = data[from] as number;
      const green = data[from + 1] as number;
      const blue = data[from + 2] as number;
      const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
      (blocks[(y >> 3) * 2 + (x >> 3)] as Float32Array)[(y & 7) * 8 + (x & 7)] = luma - 128;
      const at = (y >> 1) * 8 + (x >> 1);
      // A quarter of 0.5 / (1 − 0.114) and of 0.5 / (1 − 0.299), as JFIF has them.
      blues[at] = (blues[at] as number) + (blue - luma) * 0.141_083_5;
      reds[at] = (reds[at] as number) + (red - luma) * 0.178_316_7;
    }
  }
}
