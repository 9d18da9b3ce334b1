import type { Sheet } from "./open-sheet.ts";
import type { Spot } from "./write-text.ts";

/** Draws a red disc with a yellow star in a wreath, about as an emblem looks from afar. */
export function drawEmblem({ context }: Sheet, { x, y }: Spot, radius: number): void {
  context.fillStyle = "#e8b923";
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = "#d4212a";
  context.beginPath();
  context.arc(x, y - radius * 0.06, radius * 0.78, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = "#f7d117";
  context.beginPath();
  for (let corner = 0; corner < 10; corner += 1) {
    const angle = (corner / 10) * 2 * Math.PI - Math.PI / 2;
    const reach = radius * (corner % 2 === 0 ? 0.5 : 0.2);
    context.lineTo(x + reach * Math.cos(angle), y - radius * 0.12 + reach * Math.sin(angle));
  }
  context.fill();
  context.strokeStyle = "#b8860b";
  context.lineWidth = radius * 0.06;
  for (let ear = 0; ear < 16; ear += 1) {
    const angle = (ear / 16) * 2 * Math.PI;
    context.beginPath();
    context.moveTo(x + radius * 0.8 * Math.cos(angle), y + radius * 0.8 * Math.sin(angle));
    context.lineTo(x + radius * 0.98 * Math.cos(angle + 0.15), y + radius * 0.98 * Math.sin(angle + 0.15));
    context.stroke();
  }
}
