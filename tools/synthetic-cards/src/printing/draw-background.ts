import type { Dice } from "../make-dice.ts";
import { cardSize, type Sheet } from "./open-sheet.ts";

/** The colours of a side, from left to right, and of the lines upon it. */
export type Tint = { readonly from: string; readonly to: string; readonly lines: readonly string[] };

/** Draws the tint and the fine waves that make a card hard to forge, and small print hard to read. */
export function drawBackground({ context }: Sheet, tint: Tint, dice: Dice): void {
  const { width, height } = cardSize;
  const gradient = context.createLinearGradient(0, 0, width, height);
  gradient.addColorStop(0, tint.from);
  gradient.addColorStop(1, tint.to);
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
  for (const color of tint.lines) drawWaves(context, color, dice);
  drawRosette(context, { x: dice.between(40, 60), y: dice.between(24, 34) }, tint.lines[0] ?? "", dice);
}

function drawWaves(context: Sheet["context"], color: string, dice: Dice): void {
  const { width, height } = cardSize;
  const slope = dice.between(-0.25, 0.25);
  const swing = dice.between(0.8, 2.2);
  const pace = dice.between(0.12, 0.3);
  context.strokeStyle = color;
  context.lineWidth = dice.between(0.06, 0.1);
  for (let start = -25; start < height + 25; start += dice.between(1.1, 1.7)) {
    context.beginPath();
    for (let x = 0; x <= width; x += 1.6) {
      const y =
        start + slope * x + swing * Math.sin(x * pace + start * 0.12) + 0.5 * Math.sin(x * pace * 3.1);
      if (x === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.stroke();
  }
}

/** Rings of petals, as on a bronze drum. */
function drawRosette(
  context: Sheet["context"],
  center: { readonly x: number; readonly y: number },
  color: string,
  dice: Dice,
): void {
  context.strokeStyle = color;
  context.lineWidth = 0.1;
  const petals = 8 + dice.below(9);
  for (let radius = 2; radius < 19; radius += 1) {
    context.beginPath();
    for (let step = 0; step <= 120; step += 1) {
      const angle = (step / 120) * 2 * Math.PI;
      const reach = radius + 0.45 * Math.sin(angle * petals + radius);
      context.lineTo(center.x + reach * Math.cos(angle), center.y + reach * Math.sin(angle));
    }
    context.stroke();
  }
}
