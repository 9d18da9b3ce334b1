import {
  letteringOf,
  type PrintRun,
  type Sheet,
  writeInOneLine,
  writeInTwoLines,
  writeText,
} from "./sheet.ts";
import { type LabelName, labelTexts } from "./style.ts";

/** A field of a layout, in millimetres. The value stands after its label or below it, in one line or two. */
export type Field = {
  readonly label: LabelName;
  readonly labelSize: number;
  readonly value: string;
  readonly valueSize: number;
  readonly cut?: "regular" | "bold";
  readonly x: number;
  /** The right end of the column. */
  readonly right: number;
  readonly place: "after" | "below";
  readonly lineCount?: 1 | 2;
};

/** Fields whose labels stand on one line, and the usual base line of that. */
export type Row = { readonly y: number; readonly fields: readonly Field[] };

/** The space that rows have, from the top of the first letter to the bottom of the last. */
export type Column = { readonly top: number; readonly bottom: number; readonly left: number };

/** The distance of base lines, and the shares of it above and below them. */
const pitchOfSize = 1.24;
const above = 0.85;
const below = 0.25;

/** Writes rows, each off its usual place by up to the jitter of the print, in order and without overlap. */
export function writeRows(sheet: Sheet, run: PrintRun, rows: readonly Row[], column: Column): void {
  const jitter = run.style.jitterMm;
  const dice = run.dice.for(`rows from ${rows[0]?.fields[0]?.label}`);
  const offs = rows.map(() => dice.between(-jitter, jitter));
  // Lines move closer together until all fit.
  const placed = [1, 0.95, 0.9, 0.85, 0.8]
    .map((tightness) => placeRows(rows, offs, tightness * pitchOfSize, column))
    .find(
      ([first], index) => index === 4 || first === undefined || first.y - above * first.pitch >= column.top,
    );
  if (placed === undefined) return;
  for (const { fields, pitch, y } of placed) {
    for (const field of fields) {
      const off = dice.between(-jitter, jitter / 2);
      writeField(sheet, run, field, { x: Math.max(column.left, field.x + off), y, pitch });
    }
  }
}

type PlacedRow = {
  readonly fields: readonly Field[];
  readonly pitch: number;
  readonly height: number;
  y: number;
};

function placeRows(
  rows: readonly Row[],
  offs: readonly number[],
  pitchOf: number,
  column: Column,
): PlacedRow[] {
  const placed = rows.map(({ y, fields }, index): PlacedRow => {
    const pitch = Math.max(...fields.map((field) => Math.max(field.valueSize, field.labelSize) * pitchOf));
    const lineCount = Math.max(
      ...fields.map(({ place, lineCount = 1 }) => lineCount + (place === "below" ? 1 : 0)),
    );
    return { fields, pitch, height: (lineCount - 1) * pitch, y: y + (offs[index] ?? 0) };
  });
  let top = column.top;
  for (const row of placed) {
    row.y = Math.max(row.y, top + above * row.pitch);
    top = row.y + row.height + below * row.pitch;
  }
  let bottom = column.bottom;
  for (const row of placed.toReversed()) {
    row.y = Math.min(row.y, bottom - row.height - below * row.pitch);
    bottom = row.y - above * row.pitch;
  }
  return placed;
}

function writeField(
  sheet: Sheet,
  run: PrintRun,
  field: Field,
  { x, y, pitch }: { readonly x: number; readonly y: number; readonly pitch: number },
): void {
  const label = letteringOf(run, field.labelSize, "regular");
  const value = letteringOf(run, field.valueSize, field.cut ?? "regular");
  const end = writeText(sheet, labelOf(run, field.label), { x, y }, { ...label, color: run.labelInk });
  const first = field.place === "after" ? { x: end + 1, y } : { x, y: y + pitch };
  if (field.lineCount === 2) {
    writeInTwoLines(sheet, field.value, [first, { x, y: first.y + pitch }], field.right, value);
  } else {
    writeInOneLine(sheet, field.value, first, field.right, value);
  }
}

export function labelOf(run: PrintRun, name: LabelName): string {
  return run.dice.for(`label ${name}`).pick<string>(labelTexts[name][run.style.wording]);
}
