import type { CardTruth } from "../card-truth.ts";
import type { Dice } from "../make-dice.ts";
import type { MrzLines } from "../people/write-mrz.ts";
import type { Typeface } from "./load-typefaces.ts";
import type { Lettering, Spot } from "./write-text.ts";

/** What one card is printed with. */
export type PrintRun = {
  readonly truth: CardTruth;
  readonly marks: string;
  readonly qrText: string;
  readonly isQrDestroyed: boolean;
  readonly mrzLines: MrzLines;
  readonly typeface: Typeface;
  /** How far this print lies beside its place. */
  readonly offset: Spot;
  /** How much larger or smaller than usual its letters are. */
  readonly scale: number;
  /** How much wider than its outline a letter of the machine-readable lines comes out, in millimetres. */
  readonly mrzInkMm: number;
  readonly ink: string;
  readonly dice: Dice;
};

/** Labels, which are small and sometimes slanted, and what stands behind them. */
export function letteringOf(run: PrintRun, size: number, cut: "regular" | "bold" | "italic"): Lettering {
  return { families: run.typeface[cut], size: size * run.scale, color: run.ink };
}

/** A spot of the layout, where this print has it. */
export function printSpot({ offset }: PrintRun, x: number, y: number): Spot {
  return { x: x + offset.x, y: y + offset.y };
}
