import { encode } from "uqr";
import type { Dice } from "../dice.ts";
import { ocrB, type PrintRun, printSpot, type Sheet, type Spot } from "./sheet.ts";

/** Draws the code on a white square that includes its margin, and damages it if it must be unreadable. */
export function drawQrCode(sheet: Sheet, run: PrintRun, corner: Spot, side: number): void {
  const { context } = sheet;
  const { data, size } = encode(run.qrText, { ecc: "M", border: 0 });
  const marginModules = 1;
  const module = side / (size + 2 * marginModules);
  context.fillStyle = "#fdfdfb";
  context.fillRect(corner.x, corner.y, side, side);
  context.fillStyle = "#151515";
  context.beginPath();
  for (const [row, modules] of data.entries()) {
    for (const [column, isDark] of modules.entries()) {
      if (!isDark) continue;
      const left = corner.x + (column + marginModules) * module;
      context.rect(left, corner.y + (row + marginModules) * module, module * 1.02, module * 1.02);
    }
  }
  context.fill();
  if (run.isQrDestroyed) destroy(sheet, corner, side, run.dice.for("qr"));
}

/** Stains over about half of the modules, and a deep scratch through each finder pattern. */
function destroy({ context }: Sheet, { x, y }: Spot, side: number, dice: Dice): void {
  context.save();
  context.beginPath();
  context.rect(x, y, side, side);
  context.clip();
  for (let stain = 0; stain < 7; stain += 1) {
    context.fillStyle = dice.pick(["#e9e4da", "#d7d2c6", "#3a3632", "#8a857c"]);
    context.beginPath();
    const center = { x: x + side * dice.between(0.1, 0.9), y: y + side * dice.between(0.1, 0.9) };
    const radius = { x: side * dice.between(0.12, 0.24), y: side * dice.between(0.1, 0.2) };
    context.ellipse(center.x, center.y, radius.x, radius.y, dice.between(0, Math.PI), 0, 2 * Math.PI);
    context.fill();
  }
  context.strokeStyle = "#f0ece4";
  context.lineWidth = side * 0.07;
  const marks = [
    [0.12, 0.12],
    [0.88, 0.12],
    [0.12, 0.88],
  ] as const;
  for (const [across, down] of marks) {
    const centerX = x + side * across;
    const centerY = y + side * down;
    const lean = dice.between(-0.1, 0.1);
    context.beginPath();
    context.moveTo(centerX - side * 0.14, centerY - side * (0.12 + lean));
    context.lineTo(centerX + side * 0.14, centerY + side * (0.12 + lean));
    context.stroke();
  }
  context.restore();
}

/** Ten characters per inch and six lines per inch, as in ICAO 9303. */
const pitch = { character: 2.54, line: 25.4 / 6 };
/** The font size at which this cut of OCR-B advances by the pitch. */
const size = pitch.character / 0.703;

/** Draws the machine-readable lines from the base line of the first. A heavier ink is drawn as an outline. */
export function drawMrz({ context }: Sheet, run: PrintRun): void {
  const near = run.dice.for("machine-readable lines");
  const { x, y } = printSpot(run, 4.7 + near.between(-0.8, 0.8), 39.8 + near.between(-0.8, 1));
  context.font = `${size}px ${ocrB}`;
  context.fillStyle = "#1b1b1d";
  context.strokeStyle = "#1b1b1d";
  context.lineJoin = "round";
  context.lineWidth = run.mrzInkMm;
  for (const [row, line] of run.mrzLines.entries()) {
    for (const [column, character] of [...line].entries()) {
      const left = x + column * pitch.character;
      context.fillText(character, left, y + row * pitch.line);
      if (run.mrzInkMm > 0) context.strokeText(character, left, y + row * pitch.line);
    }
  }
}
