import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import type { Dice } from "../dice.ts";
import { cardSize } from "../printing/sheet.ts";
import { addNoise, blurByLens, smearByMotion } from "./lens.ts";
import type { PhotoPlan, Point } from "./plan.ts";
import { carry, type Projection, putCard } from "./projection.ts";
import { canvasOf, type Raster, rasterOf } from "./raster.ts";

/** A card and its position. */
export type Subject = { readonly card: Raster; readonly projection: Projection };

/** Photographs cards as planned. Surface, hand, light, blur, motion and noise are applied in physical order. */
export function takePhoto(subjects: readonly Subject[], plan: PhotoPlan, dice: Dice): Raster {
  let picture = rasterOf(drawSurface(plan, dice.for("surface")));
  for (const { card, projection } of subjects) {
    putCard(picture, card, projection);
    if (plan.thumb === "none") continue;
    const canvas = canvasOf(picture);
    holdByThumb(canvas.getContext("2d"), plan.thumb, projection, dice.for("thumb"));
    picture = rasterOf(canvas);
  }
  const [first] = subjects;
  if (first !== undefined && plan.screenPixelMm !== undefined) {
    showOnScreen(picture, first.projection, plan.screenPixelMm);
  }
  lightPicture(picture, plan, first?.projection);
  blurByLens(picture, plan.blur);
  smearByMotion(picture, plan.motion);
  addNoise(picture, plan.noise, dice.for("noise"));
  return picture;
}

/** Draws the red, green and blue stripes of a screen and the gaps of its rows, which beat with the pixels of the camera. */
function showOnScreen({ width, height, data }: Raster, { toCard }: Projection, pixelMm: number): void {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const spot = carry(toCard, { x, y });
      const [across, down] = [(2 * Math.PI * spot.x) / pixelMm, (2 * Math.PI * spot.y) / pixelMm];
      const row = 0.82 + 0.18 * Math.cos(down);
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const stripe = 0.65 + 0.35 * Math.cos(across - (2 * Math.PI * channel) / 3);
        data[at + channel] = (data[at + channel] ?? 0) * stripe * row * 1.35;
      }
    }
  }
}

const palettes = {
  scanner: ["#fbfbfa", "#f2f3f3", "#e4e4e2"],
  desk: ["#7d6a58", "#3d4147", "#b7b1a6", "#5c6b73", "#2a2a2c"],
  cloth: ["#6c7f93", "#8a5a5a", "#c9bfae", "#4e6152", "#d9d9de"],
  wood: ["#9b7146", "#6e4a2b", "#c19a6b", "#54402f"],
  hand: ["#8f8a83", "#50565c", "#a79b8c"],
  black: ["#0c0c0d", "#1d1d1f", "#26221f"],
  white: ["#fafafa", "#f1efe9", "#e6e7e4"],
  screen: ["#ffffff", "#000000", "#18191c", "#f2f2f7"],
  papers: ["#a98d6b", "#57606a", "#d8d2c4"],
} as const;

/** Draws the surface under a card, and other things on it. */
function drawSurface(plan: PhotoPlan, dice: Dice): Canvas {
  const { width, height, surface } = plan;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = dice.pick<string>(palettes[surface]);
  context.fillRect(0, 0, width, height);
  if (surface === "wood") drawGrain(context, plan, dice);
  if (surface === "cloth") drawWeave(context, plan, dice);
  if (surface === "desk") drawObjects(context, plan, dice);
  if (surface === "hand") drawPalm(context, plan, dice);
  if (surface === "papers") drawPapers(context, plan, dice);
  if (surface === "screen") drawBars(context, plan, dice);
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
  const strokeLine = (style: string, from: Point, to: Point): void => {
    context.strokeStyle = style;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  };
  const step = dice.between(5, 11);
  context.lineWidth = step * 0.4;
  for (let at = 0; at < Math.max(width, height); at += step) {
    strokeLine(`rgba(0, 0, 0, ${dice.between(0.05, 0.14)})`, { x: at, y: 0 }, { x: at, y: height });
    strokeLine(`rgba(255, 255, 255, ${dice.between(0.04, 0.12)})`, { x: 0, y: at }, { x: width, y: at });
  }
  for (let fold = 0; fold < 3; fold += 1) {
    context.lineWidth = dice.between(15, 50);
    const upper = { x: dice.between(0, width), y: 0 };
    strokeLine("rgba(0, 0, 0, 0.12)", upper, { x: dice.between(0, width), y: height });
  }
}

/** Paper, a pen and other objects with straight edges, which can mislead edge detection. */
function drawObjects(context: SKRSContext2D, { width, height }: PhotoPlan, dice: Dice): void {
  for (let count = 0; count < 4; count += 1) {
    context.save();
    context.translate(dice.between(0, width), dice.between(0, height));
    context.rotate(dice.between(0, Math.PI));
    context.fillStyle = dice.pick(["#ece9e2", "#1f2a44", "#7a2e2e", "#c8c3b5", "#32383d"]);
    const isPen = dice.happens(0.4);
    const length = width * dice.between(0.2, 0.5);
    context.fillRect(0, 0, length, isPen ? height * 0.02 : height * dice.between(0.1, 0.5));
    context.restore();
  }
}

/** Sheets with lines of text. */
function drawPapers(context: SKRSContext2D, { width, height }: PhotoPlan, dice: Dice): void {
  for (let sheet = 0; sheet < 5; sheet += 1) {
    context.save();
    context.translate(width * dice.between(0, 1), height * dice.between(0, 1));
    context.rotate(dice.between(-0.5, 0.5));
    const [across, down] = [width * dice.between(0.3, 0.7), height * dice.between(0.2, 0.6)];
    context.fillStyle = dice.pick(["#ffffff", "#f4f1e8", "#dfe8f0", "#e9dfa8", "#39424d"]);
    context.fillRect(-across / 2, -down / 2, across, down);
    context.fillStyle = "#33373d";
    for (let y = -down / 2 + 20; y < down / 2 - 20; y += dice.between(16, 30)) {
      for (let x = -across / 2 + 20; x < across / 2 - 60; x += dice.between(20, 70))
        context.fillRect(x, y, dice.between(10, 45), 6);
    }
    context.restore();
  }
}

/** The bars of a viewer on a phone. */
function drawBars(context: SKRSContext2D, { width, height }: PhotoPlan, dice: Dice): void {
  const isDark = context.fillStyle !== "#ffffff" && context.fillStyle !== "#f2f2f7";
  context.fillStyle = isDark ? "#e8e8ea" : "#202124";
  context.font = `${width * 0.035}px synthetic-arimo-latin-400-normal, sans-serif`;
  context.fillText("9:41", width * 0.06, height * 0.03);
  context.fillText("Ảnh cá nhân  1/2", width * 0.3, height * 0.075);
  for (let icon = 0; icon < 4; icon += 1) {
    context.beginPath();
    context.arc(width * (0.15 + icon * 0.23), height * 0.95, width * 0.025, 0, 2 * Math.PI);
    context.fill();
  }
  if (dice.happens(0.5)) context.fillRect(0, height * 0.1, width, 2);
}

/** A palm beneath the card, with fingers from one side. */
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
    const top = height * (0.15 + finger * 0.17);
    context.roundRect(-20, top, width * dice.between(0.2, 0.4), height * 0.14, height * 0.07);
    context.fill();
    context.stroke();
  }
}

/** How far a thumb covers the card, in millimetres. It covers no text. */
const reach = { from: 2.5, to: 4.5 };

/** Draws a thumb that holds the card at a corner. */
function holdByThumb(
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

/** Lights the picture: a gradient, the edge of a shadow, and a reflection on the card. */
function lightPicture(picture: Raster, plan: PhotoPlan, projection: Projection | undefined): void {
  const { width, height, data } = picture;
  const { slope, shadow, brightness, cast } = plan;
  const slopeX = Math.cos((slope.angle * Math.PI) / 180) * slope.strength;
  const slopeY = Math.sin((slope.angle * Math.PI) / 180) * slope.strength;
  const shadowX = Math.cos((shadow.angle * Math.PI) / 180);
  const shadowY = Math.sin((shadow.angle * Math.PI) / 180);
  const glare = glareOf(plan, projection);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const right = x / width - 0.5;
      const down = y / height - 0.5;
      const beyond = shadowX * right + shadowY * down - shadow.at;
      const dark = shadow.strength === 0 ? 0 : shadow.strength / (1 + Math.exp(-beyond * 60));
      const light = brightness * (1 + slopeX * right + slopeY * down) * (1 - dark);
      const flash = glare(x, y);
      const at = (y * width + x) * 4;
      data[at] = brighten((data[at] ?? 0) * light * cast.red, flash);
      data[at + 1] = brighten((data[at + 1] ?? 0) * light, flash);
      data[at + 2] = brighten((data[at + 2] ?? 0) * light * cast.blue, flash);
    }
  }
}

function brighten(value: number, flash: number): number {
  return value + (255 - value) * flash;
}

function glareOf({ glare }: PhotoPlan, projection: Projection | undefined): (x: number, y: number) => number {
  if (glare.strength === 0 || projection === undefined) return () => 0;
  const spot: Point = { x: glare.at.x * cardSize.width, y: glare.at.y * cardSize.height };
  const center = carry(projection.toPicture, spot);
  const radius = glare.width * cardSize.width * projection.pixelsPerMm;
  return (x, y) => {
    const share = ((x - center.x) ** 2 + (y - center.y) ** 2 * 1.8) / radius ** 2;
    return share > 4 ? 0 : glare.strength * Math.exp(-share * 1.5);
  };
}
