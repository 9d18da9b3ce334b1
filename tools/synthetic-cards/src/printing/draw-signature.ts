import type { Dice } from "../make-dice.ts";
import type { Sheet } from "./open-sheet.ts";
import type { Spot } from "./write-text.ts";

/** Draws a scribble about twenty millimetres long. */
export function drawSignature({ context }: Sheet, { x, y }: Spot, dice: Dice): void {
  context.strokeStyle = "#22304f";
  context.lineWidth = 0.35;
  context.beginPath();
  context.moveTo(x, y);
  for (let stroke = 0; stroke < 6; stroke += 1) {
    const left = x + stroke * 3;
    context.bezierCurveTo(
      left + dice.between(0, 4),
      y - dice.between(2, 6),
      left + dice.between(-1, 3),
      y + dice.between(0, 3),
      left + 3.4,
      y + dice.between(-1, 1),
    );
  }
  context.stroke();
}
