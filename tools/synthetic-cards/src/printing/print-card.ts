import type { CardKind } from "../card-order.ts";
import { cardTruthOf } from "../card-truth.ts";
import type { Dice } from "../make-dice.ts";
import type { Person } from "../people/invent-person.ts";
import { writeMrz } from "../people/write-mrz.ts";
import { writeQrText } from "../people/write-qr-text.ts";
import { rasterOf } from "../photo/canvas-of.ts";
import type { Raster } from "../photo/raster.ts";
import { drawBackOf2021 } from "./draw-back-of-2021.ts";
import { drawBackOf2024 } from "./draw-back-of-2024.ts";
import { drawFrontOf2021 } from "./draw-front-of-2021.ts";
import { drawFrontOf2024 } from "./draw-front-of-2024.ts";
import { loadTypefaces } from "./load-typefaces.ts";
import { openSheet, type Sheet } from "./open-sheet.ts";
import type { PrintRun } from "./print-run.ts";

const sides = {
  "2021": { front: drawFrontOf2021, back: drawBackOf2021 },
  "2024": { front: drawFrontOf2024, back: drawBackOf2024 },
} as const;

/** Settles everything about a card that is the same however large it is drawn. */
export function planPrint(kind: CardKind, person: Person, isQrDestroyed: boolean, dice: Dice): PrintRun {
  return {
    truth: cardTruthOf(kind, person),
    marks: person.marks,
    qrText: writeQrText(kind, person, dice.for("qr text")),
    isQrDestroyed,
    mrzLines: writeMrz(person, dice.happens(0.6) ? "991231" : "<<<<<<"),
    typeface: dice.pick(loadTypefaces()),
    offset: { x: dice.between(-0.35, 0.35), y: dice.between(-0.3, 0.3) },
    scale: dice.between(0.97, 1.03),
    mrzInkMm: dice.between(0, 0.1),
    ink: dice.pick(["#161616", "#1d1f24", "#26231f"]),
    dice: dice.for("drawing"),
  };
}

/** Draws a side of a card with so many pixels to a millimetre. */
export function printCard(
  kind: CardKind,
  side: "front" | "back",
  run: PrintRun,
  pixelsPerMm: number,
): Raster {
  const sheet: Sheet = openSheet(pixelsPerMm);
  sides[kind][side](sheet, run);
  return rasterOf(sheet.canvas);
}
