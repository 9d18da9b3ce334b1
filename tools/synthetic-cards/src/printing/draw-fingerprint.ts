import type { Dice } from "../make-dice.ts";
import type { Sheet } from "./open-sheet.ts";
import type { Spot } from "./write-text.ts";

/** Draws ridges around a core, in a frame of 11 by 14 millimetres. */
export function drawFingerprint({ context }: Sheet, { x, y }: Spot, dice: Dice): void {
  const width = 11;
  const height = 14;
  context.save();
  context.fillStyle = "#f7f7f5";
  context.fillRect(x, y, width, height);
  context.beginPath();
  context.ellipse(x + width / 2, y + height / 2, width * 0.46, height * 0.47, 0, 0, 2 * Math.PI);
  context.clip();
  context.strokeStyle = "#4a4a4a";
  context.lineWidth = 0.22;
  const core = { x: x + width / 2 + dice.between(-1, 1), y: y + height * dice.between(0.45, 0.6) };
  const wobble = dice.between(2, 5);
  for (let radius = 0.3; radius < 11; radius += 0.48) {
    context.beginPath();
    for (let step = 0; step <= 90; step += 1) {
      const angle = (step / 90) * 2 * Math.PI;
      const reach = radius * (1 + 0.06 * Math.sin(angle * wobble + radius));
      context.lineTo(core.x + reach * Math.cos(angle), core.y + reach * 1.25 * Math.sin(angle));
    }
    context.stroke();
  }
  context.restore();
}
