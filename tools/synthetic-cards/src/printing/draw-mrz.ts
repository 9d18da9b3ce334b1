import type { MrzLines } from "../people/write-mrz.ts";
import { ocrB } from "./load-typefaces.ts";
import type { Sheet } from "./open-sheet.ts";
import type { Spot } from "./write-text.ts";

/** Ten characters and six lines an inch, as ICAO 9303 has it. */
const pitch = { character: 2.54, line: 25.4 / 6 };
/** The size at which this cut of OCR-B advances by the pitch. */
const size = pitch.character / 0.703;

/** Draws the machine-readable lines from the base line of the first; a heavier ink is drawn as a stroke around. */
export function drawMrz({ context }: Sheet, lines: MrzLines, { x, y }: Spot, inkMm: number): void {
  context.font = `${size}px ${ocrB}`;
  context.fillStyle = "#1b1b1d";
  context.strokeStyle = "#1b1b1d";
  context.lineJoin = "round";
  context.lineWidth = inkMm;
  for (const [row, line] of lines.entries()) {
    for (const [column, character] of [...line].entries()) {
      const left = x + column * pitch.character;
      context.fillText(character, left, y + row * pitch.line);
      if (inkMm > 0) context.strokeText(character, left, y + row * pitch.line);
    }
  }
}
