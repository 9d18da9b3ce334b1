import type { PngHeader } from "./read-png-header.ts";

/** Makes three bytes a pixel of a row of samples; what is not opaque lies on white. */
export function colourRow(header: PngHeader, row: Uint8Array, colours: Uint8Array): void {
  const { width, samples, hasAlpha, palette } = header;
  const isGray = samples < 3;
  for (let x = 0, to = 0; x < width; x += 1, to += 3) {
    const from = x * samples;
    if (palette !== undefined) {
      const entry = sampleAt(header, row, from);
      const opacity = palette.opacities[entry] ?? 255;
      for (let k = 0; k < 3; k += 1) colours[to + k] = lay(palette.colours[3 * entry + k] ?? 0, opacity);
      continue;
    }
    const opacity = hasAlpha ? sampleAt(header, row, from + samples - 1) : 255;
    for (let k = 0; k < 3; k += 1)
      colours[to + k] = lay(sampleAt(header, row, from + (isGray ? 0 : k)), opacity);
  }
}

/** A sample as a byte; of the number of a colour, the number itself. */
function sampleAt({ depth, palette }: PngHeader, row: Uint8Array, index: number): number {
  if (depth === 8) return row[index] as number;
  if (depth === 16) return row[2 * index] as number;
  const bit = index * depth;
  const value = ((row[bit >> 3] as number) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
  return palette === undefined ? (value * 255) / ((1 << depth) - 1) : value;
}

function lay(value: number, opacity: number): number {
  return opacity === 255 ? value : (value * opacity + 255 * (255 - opacity)) / 255;
}
