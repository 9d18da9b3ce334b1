import type { Dice } from "../dice.ts";
import {
  cardSize,
  letteringOf,
  type PrintRun,
  printSpot,
  type Sheet,
  type Spot,
  writeCentered,
  writeText,
} from "./sheet.ts";

/** The background colours of a side, from left to right, and of the lines on it. */
export type Tint = { readonly from: string; readonly to: string; readonly lines: readonly string[] };

/** Draws the background with fine waves, which make small print hard to read. */
export function drawBackground({ context }: Sheet, tint: Tint, dice: Dice): void {
  const { width, height } = cardSize;
  const gradient = context.createLinearGradient(0, 0, width, height);
  const shade = dice.for("shade");
  gradient.addColorStop(0, changeColor(tint.from, shade));
  gradient.addColorStop(1, changeColor(tint.to, shade));
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
  for (const color of tint.lines) drawWaves(context, color, dice);
  drawRosette(context, { x: dice.between(40, 60), y: dice.between(24, 34) }, tint.lines[0] ?? "", dice);
}

/** Makes each channel of a colour up to 12 steps darker or 6 lighter. */
function changeColor(color: string, dice: Dice): string {
  const channels = color.match(/[0-9a-f]{2}/g) ?? [];
  const changed = channels.map((each) => Number.parseInt(each, 16) + Math.round(dice.between(-12, 6)));
  return `rgb(${changed.join(", ")})`;
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
function drawRosette(context: Sheet["context"], center: Spot, color: string, dice: Dice): void {
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

/** Draws emblem, state and title on the front, the text centred at `usualMiddle`. */
export function drawHeader(
  sheet: Sheet,
  run: PrintRun,
  usualMiddle: number,
  [title, titleInEnglish]: readonly [string, string],
): void {
  const jitter = run.dice.for("header");
  const [middle, down] = [usualMiddle + jitter.between(-1.2, 1.2), jitter.between(-0.8, 0.8)];
  drawEmblem(sheet, printSpot(run, 9.6, 8.6), 5.6);
  const lines = [
    ["CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM", 4.4 + down, 2.15, "bold"],
    ["Độc lập - Tự do - Hạnh phúc", 6.9 + down, 2.05, "bold"],
    ["SOCIALIST REPUBLIC OF VIET NAM", 9.2 + down, 1.75, "regular"],
    ["Independence - Freedom - Happiness", 11.3 + down, 1.6, "regular"],
  ] as const;
  writeCentered(sheet, run, middle, lines);
  const red = { color: "#cf2027", align: "center" } as const;
  writeText(sheet, title, printSpot(run, middle, 16.2 + down), { ...letteringOf(run, 3.9, "bold"), ...red });
  writeText(sheet, titleInEnglish, printSpot(run, middle, 18.9 + down), {
    ...letteringOf(run, 2, "bold"),
    ...red,
  });
}

/** Draws a red disc with a yellow star in a wreath, roughly like an emblem. */
function drawEmblem({ context }: Sheet, { x, y }: Spot, radius: number): void {
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

const skins = ["#e5b98f", "#d9a878", "#c99468", "#f0c9a2"] as const;
const hairs = ["#1c1714", "#2b211c", "#3a2f2a", "#77726f"] as const;
const clothes = ["#f4f4f2", "#2d3e5e", "#6b7f95", "#7b3b3b", "#3f5f4a", "#d8d3c8"] as const;

/** Draws a generic person: hair, a face, shoulders. */
export function drawPortrait({ context }: Sheet, { x, y }: Spot, height: number, dice: Dice): void {
  const width = 20.5;
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
  /** Positions and sizes are shares of the frame, relative to the middle of its upper edge. */
  const fillOval = (across: number, down: number, radiusX: number, radiusY: number, color: string) => {
    context.fillStyle = color;
    context.beginPath();
    const [left, top] = [middle + across * width, y + height * down];
    context.ellipse(left, top, width * radiusX, height * radiusY, 0, 0, 2 * Math.PI);
    context.fill();
  };
  fillOval(0, 0.42, isLong ? 0.34 : 0.29, 0.3, hair);
  if (isLong) fillOval(0, 0.62, 0.36, 0.28, hair);
  fillOval(0, 1.06, 0.52, 0.34, dice.pick(clothes));
  context.fillStyle = skin;
  context.fillRect(middle - width * 0.1, y + height * 0.6, width * 0.2, height * 0.18);
  fillOval(0, 0.47, 0.24, 0.24, skin);
  fillOval(0, 0.27, 0.23, 0.09, hair);
  for (const side of [-0.1, 0.1]) {
    fillOval(side, 0.45, 0.04, 0.012, "#2a1d18");
    fillOval(side, 0.41, 0.06, 0.008, "#2a1d18");
  }
  fillOval(0, 0.53, 0.03, 0.02, "#b98560");
  fillOval(0, 0.6, 0.08, 0.012, "#a8544e");
  context.restore();
}

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

/** Draws a scribble of about twenty millimetres. */
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
