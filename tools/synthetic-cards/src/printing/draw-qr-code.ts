import { encode } from "uqr";
import type { Dice } from "../make-dice.ts";
import type { Frame } from "./draw-portrait.ts";
import type { Sheet } from "./open-sheet.ts";

/** Draws the code on white, as wide as its frame with the margin inside, and spoils it where it is to be unreadable. */
export function drawQrCode(sheet: Sheet, text: string, frame: Frame, isDestroyed: boolean, dice: Dice): void {
  const { context } = sheet;
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const marginModules = 1;
  const module = frame.width / (size + 2 * marginModules);
  context.fillStyle = "#fdfdfb";
  context.fillRect(frame.x, frame.y, frame.width, frame.height);
  context.fillStyle = "#151515";
  context.beginPath();
  for (const [row, modules] of data.entries()) {
    for (const [column, isDark] of modules.entries()) {
      if (!isDark) continue;
      const left = frame.x + (column + marginModules) * module;
      context.rect(left, frame.y + (row + marginModules) * module, module * 1.02, module * 1.02);
    }
  }
  context.fill();
  if (isDestroyed) destroy(sheet, frame, dice);
}

/** Stains over about half of the modules, and a deep scratch through each corner mark. */
function destroy({ context }: Sheet, { x, y, width, height }: Frame, dice: Dice): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  for (let stain = 0; stain < 7; stain += 1) {
    context.fillStyle = dice.pick(["#e9e4da", "#d7d2c6", "#3a3632", "#8a857c"]);
    context.beginPath();
    context.ellipse(
      x + width * dice.between(0.1, 0.9),
      y + height * dice.between(0.1, 0.9),
      width * dice.between(0.12, 0.24),
      height * dice.between(0.1, 0.2),
      dice.between(0, Math.PI),
      0,
      2 * Math.PI,
    );
    context.fill();
  }
  context.strokeStyle = "#f0ece4";
  context.lineWidth = width * 0.07;
  for (const [left, top] of [
    [0, 0],
    [1, 0],
    [0, 1],
  ] as const) {
    const centerX = x + width * (left === 0 ? 0.12 : 0.88);
    const centerY = y + height * (top === 0 ? 0.12 : 0.88);
    const lean = dice.between(-0.1, 0.1);
    context.beginPath();
    context.moveTo(centerX - width * 0.14, centerY - height * (0.12 + lean));
    context.lineTo(centerX + width * 0.14, centerY + height * (0.12 + lean));
    context.stroke();
  }
  context.restore();
}
