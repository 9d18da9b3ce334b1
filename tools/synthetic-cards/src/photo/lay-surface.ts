import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import type { Dice } from "../make-dice.ts";
import type { PhotoPlan } from "./photo-plan.ts";

const palettes = {
  scanner: ["#fbfbfa", "#f2f3f3", "#e4e4e2"],
  desk: ["#7d6a58", "#3d4147", "#b7b1a6", "#5c6b73", "#2a2a2c"],
  cloth: ["#6c7f93", "#8a5a5a", "#c9bfae", "#4e6152", "#d9d9de"],
  wood: ["#9b7146", "#6e4a2b", "#c19a6b", "#54402f"],
  hand: ["#8f8a83", "#50565c", "#a79b8c"],
} as const;

/** Lays the surface that a card is photographed on, with what else lies there. */
export function laySurface(plan: PhotoPlan, dice: Dice): Canvas {
  const { width, height, surface } = plan;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = dice.pick<string>(palettes[surface]);
  context.fillRect(0, 0, width, height);
  if (surface === "wood") drawGrain(context, plan, dice);
  if (surface === "cloth") drawWeave(context, plan, dice);
  if (surface === "desk") drawThings(context, plan, dice);
  if (surface === "hand") drawPalm(context, plan, dice);
  return canvas;
}

function drawGrain(context: SKRSContext2D, { width, height }: PhotoPlan, dice: Dice): void {
  for (let y = 0; y < height; y += dice.between(5, 22)) {
    context.strokeStyle = `rgba(${dice.happens(0.6) ? "40, 24, 10" : "230, 200, 160"}, ${dice.between(0.05, 0.3)})`;
    context.lineWidth = dice.between(1, 5);
    context.beginPath();
    context.moveTo(0, y);
    const bend = dice.between(-40, 40);
    context.bezierCurveTo(width / 3, y + bend, (2 * width) / 3, y - bend, width, y + dice.between(-15, 15));
    context.stroke();
  }
}

function drawWeave(context: SKRSContext2D, { width, height }: PhotoPlan, dice: Dice): void {
  const step = dice.between(5, 11);
  context.lineWidth = step * 0.4;
  for (let offset = 0; offset < Math.max(width, height); offset += step) {
    context.strokeStyle = `rgba(0, 0, 0, ${dice.between(0.05, 0.14)})`;
    context.beginPath();
    context.moveTo(offset, 0);
    context.lineTo(offset, height);
    context.stroke();
    context.strokeStyle = `rgba(255, 255, 255, ${dice.between(0.04, 0.12)})`;
    context.beginPath();
    context.moveTo(0, offset);
    context.lineTo(width, offset);
    context.stroke();
  }
  for (let fold = 0; fold < 3; fold += 1) {
    context.strokeStyle = "rgba(0, 0, 0, 0.12)";
    context.lineWidth = dice.between(15, 50);
    context.beginPath();
    context.moveTo(dice.between(0, width), 0);
    context.lineTo(dice.between(0, width), height);
    context.stroke();
  }
}

/** Paper, a pen and other straight-edged things, which tempt whoever looks for the edges of a card. */
function drawThings(context: SKRSContext2D, { width, height }: PhotoPlan, dice: Dice): void {
  for (let thing = 0; thing < 4; thing += 1) {
    context.save();
    context.translate(dice.between(0, width), dice.between(0, height));
    context.rotate(dice.between(0, Math.PI));
    context.fillStyle = dice.pick(["#ece9e2", "#1f2a44", "#7a2e2e", "#c8c3b5", "#32383d"]);
    const isPen = dice.happens(0.4);
    context.fillRect(
      0,
      0,
      width * dice.between(0.2, 0.5),
      isPen ? height * 0.02 : height * dice.between(0.1, 0.5),
    );
    context.restore();
  }
}

/** A palm beneath, with fingers that reach from a side. */
function drawPalm(context: SKRSContext2D, { width, height }: PhotoPlan, dice: Dice): void {
  const skin = dice.pick(["#d5a47c", "#c28e66", "#e2b892"]);
  context.fillStyle = skin;
  context.beginPath();
  context.ellipse(width * 0.45, height * 0.95, width * 0.5, height * 0.5, 0, 0, 2 * Math.PI);
  context.fill();
  for (let finger = 0; finger < 4; finger += 1) {
    context.fillStyle = skin;
    context.strokeStyle = "rgba(90, 50, 30, 0.5)";
    context.lineWidth = 3;
    context.beginPath();
    context.roundRect(
      -20,
      height * (0.15 + finger * 0.17),
      width * dice.between(0.2, 0.4),
      height * 0.14,
      height * 0.07,
    );
    context.fill();
    context.stroke();
  }
}
