import type { Dice } from "../make-dice.ts";
import type { Sheet } from "./open-sheet.ts";

/** Where a portrait stands. */
export type Frame = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

const skins = ["#e5b98f", "#d9a878", "#c99468", "#f0c9a2"] as const;
const hairs = ["#1c1714", "#2b211c", "#3a2f2a", "#77726f"] as const;
const clothes = ["#f4f4f2", "#2d3e5e", "#6b7f95", "#7b3b3b", "#3f5f4a", "#d8d3c8"] as const;

/** Draws nobody: hair, a face, shoulders. */
export function drawPortrait({ context }: Sheet, frame: Frame, dice: Dice): void {
  const { x, y, width, height } = frame;
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.fillStyle = dice.pick(["#dfe9f2", "#f4f6f7", "#cfe0ee"]);
  context.fillRect(x, y, width, height);
  const middle = x + width / 2 + dice.between(-0.4, 0.4);
  const skin = dice.pick(skins);
  const hair = dice.pick(hairs);
  const isLong = dice.happens(0.5);
  fillOval(context, middle, y + height * 0.42, width * (isLong ? 0.34 : 0.29), height * 0.3, hair);
  if (isLong) fillOval(context, middle, y + height * 0.62, width * 0.36, height * 0.28, hair);
  fillOval(context, middle, y + height * 1.06, width * 0.52, height * 0.34, dice.pick(clothes));
  context.fillStyle = skin;
  context.fillRect(middle - width * 0.1, y + height * 0.6, width * 0.2, height * 0.18);
  fillOval(context, middle, y + height * 0.47, width * 0.24, height * 0.24, skin);
  fillOval(context, middle, y + height * 0.27, width * 0.23, height * 0.09, hair);
  drawFace(context, middle, frame);
  context.restore();
}

function drawFace(context: Sheet["context"], middle: number, { y, width, height }: Frame): void {
  for (const side of [-1, 1]) {
    fillOval(
      context,
      middle + side * width * 0.1,
      y + height * 0.45,
      width * 0.04,
      height * 0.012,
      "#2a1d18",
    );
    fillOval(
      context,
      middle + side * width * 0.1,
      y + height * 0.41,
      width * 0.06,
      height * 0.008,
      "#2a1d18",
    );
  }
  fillOval(context, middle, y + height * 0.53, width * 0.03, height * 0.02, "#b98560");
  fillOval(context, middle, y + height * 0.6, width * 0.08, height * 0.012, "#a8544e");
}

function fillOval(
  context: Sheet["context"],
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  color: string,
): void {
  context.fillStyle = color;
  context.beginPath();
  context.ellipse(x, y, radiusX, radiusY, 0, 0, 2 * Math.PI);
  context.fill();
}
