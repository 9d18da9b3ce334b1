import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Dice } from "../make-dice.ts";
import { cardSize } from "../printing/open-sheet.ts";
import type { PhotoPlan } from "./photo-plan.ts";
import { carry, type Projection } from "./project-card.ts";

/** How far a thumb reaches into the card, in millimetres: as far as there is nothing to read. */
const reach = { from: 2.5, to: 4.5 };

/** Draws a thumb that holds the card at a corner. */
export function holdByThumb(
  context: SKRSContext2D,
  thumb: PhotoPlan["thumb"],
  { toPicture, pixelsPerMm }: Projection,
  dice: Dice,
): void {
  if (thumb === "none") return;
  const { width, height } = cardSize;
  const isLeft = thumb.endsWith("left");
  const isUpper = thumb.startsWith("upper");
  const depth = dice.between(reach.from, reach.to);
  const tip = carry(toPicture, {
    x: isLeft ? depth : width - depth,
    y: isUpper ? depth : height - depth,
  });
  const root = carry(toPicture, {
    x: isLeft ? -26 : width + 26,
    y: isUpper ? dice.between(-22, -8) : height + dice.between(8, 22),
  });
  const breadth = 15 * pixelsPerMm;
  const length = Math.hypot(root.x - tip.x, root.y - tip.y);
  context.save();
  context.translate(tip.x, tip.y);
  context.rotate(Math.atan2(root.y - tip.y, root.x - tip.x));
  const skin = context.createLinearGradient(0, -breadth / 2, 0, breadth / 2);
  const tones = dice.pick([
    ["#b98a66", "#e3b793", "#a97a58"],
    ["#9a6d4c", "#c99770", "#85593b"],
  ] as const);
  for (const [i, tone] of tones.entries()) skin.addColorStop(i / 2, tone);
  context.fillStyle = skin;
  context.beginPath();
  context.roundRect(0, -breadth / 2, length * 1.5, breadth, breadth / 2);
  context.fill();
  context.fillStyle = "rgba(244, 214, 196, 0.8)";
  context.beginPath();
  context.ellipse(breadth * 0.35, 0, breadth * 0.26, breadth * 0.3, 0, 0, 2 * Math.PI);
  context.fill();
  context.restore();
}
