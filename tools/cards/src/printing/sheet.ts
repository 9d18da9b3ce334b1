import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from "@napi-rs/canvas";
import type { Dice } from "../dice.ts";
import type { CardTruth, MrzLines } from "../people/card-texts.ts";
import type { PrintStyle, TypefaceName } from "./style.ts";

/** One side of a card while it is drawn; lengths are in millimetres. */
export type Sheet = { readonly canvas: Canvas; readonly context: SKRSContext2D };

/** The size of every card and the radius of its corners. */
export const cardSize = { width: 85.6, height: 53.98, corner: 3.18 } as const;

/** Creates a sheet of card size with rounded corners, transparent outside. */
export function openSheet(pixelsPerMm: number, corner: number = cardSize.corner): Sheet {
  const { width, height } = cardSize;
  const canvas = createCanvas(Math.round(width * pixelsPerMm), Math.round(height * pixelsPerMm));
  const context = canvas.getContext("2d");
  context.scale(canvas.width / width, canvas.height / height);
  context.beginPath();
  context.roundRect(0, 0, width, height, corner);
  context.clip();
  return { canvas, context };
}

/** The content and print variations of one card. */
export type PrintRun = {
  readonly truth: CardTruth;
  readonly marks: string;
  readonly qrText: string;
  readonly isQrDestroyed: boolean;
  readonly mrzLines: MrzLines;
  readonly typeface: Typeface;
  readonly style: PrintStyle;
  /** The offset of this print. */
  readonly offset: Spot;
  /** The scale of the letters. */
  readonly scale: number;
  /** How much wider than its outline a letter of the machine-readable lines is printed, in millimetres. */
  readonly mrzInkMm: number;
  readonly ink: string;
  readonly labelInk: string;
  readonly dice: Dice;
};

/** The style of a text of this print. */
export function letteringOf(run: PrintRun, size: number, cut: "regular" | "bold"): Lettering {
  return { families: run.typeface[cut], size: size * run.scale, color: run.ink };
}

/** A position of the layout, shifted by the offset of this print. */
export function printSpot({ offset }: PrintRun, x: number, y: number): Spot {
  return { x: x + offset.x, y: y + offset.y };
}

/** The style of a text. */
export type Lettering = {
  readonly families: string;
  /** The font size in millimetres. */
  readonly size: number;
  readonly color: string;
  readonly align?: "left" | "center";
};

/** A position on the card, in millimetres from its upper left corner. */
export type Spot = { readonly x: number; readonly y: number };

/** Writes a text with its base line at a position. Returns its right end. */
export function writeText({ context }: Sheet, text: string, { x, y }: Spot, lettering: Lettering): number {
  context.font = `${lettering.size}px ${lettering.families}`;
  context.fillStyle = lettering.color;
  const width = context.measureText(text).width;
  context.fillText(text, lettering.align === "center" ? x - width / 2 : x, y);
  return x + width;
}

/** Writes centred lines, each with text, vertical position, size and cut. */
export function writeCentered(
  sheet: Sheet,
  run: PrintRun,
  middle: number,
  lines: readonly (readonly [text: string, y: number, size: number, cut: "regular" | "bold"])[],
): void {
  for (const [text, y, size, cut] of lines) {
    writeText(sheet, text, printSpot(run, middle, y), { ...letteringOf(run, size, cut), align: "center" });
  }
}

/**
 * Writes a text into two lines with different starts and a common right end, scaled down to fit, broken after a comma
 * if possible.
 */
export function writeInTwoLines(
  sheet: Sheet,
  text: string,
  lines: readonly [Spot, Spot],
  xMax: number,
  lettering: Lettering,
): void {
  const [first, second] = lines;
  for (let size = lettering.size; ; size -= 0.1) {
    const look = { ...lettering, size };
    const room = (line: Spot) => xMax - line.x;
    const breaks = [...breaksAfter(text, ", "), ...breaksAfter(text, " ")];
    const isFitting = (at: number) =>
      widthOf(sheet, text.slice(0, at).trimEnd(), look) <= room(first) &&
      widthOf(sheet, text.slice(at), look) <= room(second);
    const at = [...breaks, 0].find(isFitting);
    if (at === undefined && size > 1.2) continue;
    const isShort = widthOf(sheet, text, look) <= room(first);
    const cut = isShort ? text.length : (at ?? 0);
    writeText(sheet, text.slice(0, cut).trimEnd(), first, look);
    writeText(sheet, text.slice(cut), second, look);
    return;
  }
}

/** Writes a text into one line, scaled down to fit. */
export function writeInOneLine(
  sheet: Sheet,
  text: string,
  spot: Spot,
  xMax: number,
  lettering: Lettering,
): void {
  let size = lettering.size;
  while (size > 1.2 && widthOf(sheet, text, { ...lettering, size }) > xMax - spot.x) size -= 0.1;
  writeText(sheet, text, spot, { ...lettering, size });
}

/** Positions where a text may be broken, last first. */
function breaksAfter(text: string, mark: string): number[] {
  const places = [...text.matchAll(new RegExp(mark, "g"))].map(({ index }) => index + mark.length);
  return places.reverse();
}

function widthOf({ context }: Sheet, text: string, lettering: Lettering): number {
  context.font = `${lettering.size}px ${lettering.families}`;
  return context.measureText(text).width;
}

/** A typeface as lists of font families. The first family that has a letter draws it. */
export type Typeface = {
  readonly regular: string;
  readonly bold: string;
};

/** The font files are split by script; these two cover Vietnamese. */
const scripts = ["latin", "vietnamese"] as const;

const { resolve } = createRequire(import.meta.url);
const loaded = new Map<TypefaceName, Typeface>();

/** Registers a typeface with the canvas, once per process. */
export function loadTypeface(name: TypefaceName): Typeface {
  if (loaded.size === 0) register(join(dirname(resolve("bwip-js")), "../fonts/OCRB7.ttf"), ocrB);
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const typeface = { regular: registerCut(name, "400-normal"), bold: registerCut(name, "700-normal") };
  loaded.set(name, typeface);
  return typeface;
}

/** The font family of the machine-readable lines. */
export const ocrB = "synthetic-ocr-b";

function registerCut(name: string, cut: string): string {
  const folder = join(dirname(resolve(`@fontsource/${name}`)), "files");
  const families = scripts.map((script) => `synthetic-${name}-${script}-${cut}`);
  for (const [i, script] of scripts.entries()) {
    register(join(folder, `${name}-${script}-${cut}.woff2`), families[i] ?? "");
  }
  return families.join(", ");
}

function register(path: string, family: string): void {
  if (GlobalFonts.registerFromPath(path, family) === null)
    throw new Error(`No font could be read: ${family}`);
}
