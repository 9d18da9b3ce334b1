import type { Photo } from "../../read/image/photo.ts";
import { fitFactor } from "../fit-factor.ts";
import { RowCollector } from "../row-collector.ts";
import { colourRow } from "./colour-row.ts";
import { inflate } from "./inflate.ts";
import { readPngHeader } from "./read-png-header.ts";
import { unfilterRow } from "./unfilter-row.ts";

/** Decodes a PNG row by row at a size that a photograph may have; throws where it is damaged or cut short. */
export function decodePng(bytes: Uint8Array): Photo {
  const header = readPngHeader(bytes);
  const { width, height, depth, samples } = header;
  const collector = new RowCollector(width, height, fitFactor(width, height));
  const pixelBytes = Math.max(1, (depth * samples) >> 3);
  const rowBytes = Math.ceil((width * depth * samples) / 8);
  // The byte that says how a row is filtered stands before it.
  let row = new Uint8Array(1 + rowBytes);
  let above = new Uint8Array(1 + rowBytes);
  const colours = new Uint8Array(width * 3);
  let filled = 0;
  let rowCount = 0;
  inflate(header.parts, (chunk) => {
    for (let at = 0; at < chunk.length && rowCount < height; ) {
      const taken = chunk.subarray(at, at + row.length - filled);
      row.set(taken, filled);
      filled += taken.length;
      at += taken.length;
      if (filled < row.length) break;
      unfilterRow(row[0] as number, row.subarray(1), above.subarray(1), pixelBytes);
      colourRow(header, row.subarray(1), colours);
      collector.add(colours);
      [row, above] = [above, row];
      filled = 0;
      rowCount += 1;
    }
    // What comes behind the last row is never inflated.
    return rowCount < height;
  });
  if (rowCount < height) throw new Error("The rows are cut short.");
  return collector.photo;
}
