import type { Sheet } from "./open-sheet.ts";
import type { Spot } from "./write-text.ts";

/** Draws the contacts of a chip. */
export function drawChip({ context }: Sheet, { x, y }: Spot): void {
  const width = 12.6;
  const height = 11.4;
  const gradient = context.createLinearGradient(x, y, x + width, y + height);
  gradient.addColorStop(0, "#e6c56a");
  gradient.addColorStop(0.5, "#f3e0a0");
  gradient.addColorStop(1, "#c49a3a");
  context.fillStyle = gradient;
  context.beginPath();
  context.roundRect(x, y, width, height, 1.6);
  context.fill();
  context.strokeStyle = "#7d6426";
  context.lineWidth = 0.18;
  context.stroke();
  context.beginPath();
  for (const share of [1 / 3, 2 / 3]) {
    context.moveTo(x, y + height * share);
    context.lineTo(x + width * 0.33, y + height * share);
    context.moveTo(x + width * 0.67, y + height * share);
    context.lineTo(x + width, y + height * share);
  }
  context.rect(x + width * 0.33, y + height * 0.2, width * 0.34, height * 0.6);
  context.stroke();
}
