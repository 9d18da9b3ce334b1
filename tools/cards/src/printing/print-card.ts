import type { CardKind } from "../card.ts";
import type { Dice } from "../dice.ts";
import { cardTruthOf, writeMrz, writeQrText } from "../people/card-texts.ts";
import type { Person } from "../people/person.ts";
import { type Raster, rasterOf } from "../photo/raster.ts";
import { drawMrz, drawQrCode } from "./codes.ts";
import { type Field, labelOf, type Row, writeRows } from "./layout.ts";
import {
  drawBackground,
  drawChip,
  drawFingerprint,
  drawHeader,
  drawPortrait,
  drawSignature,
} from "./ornaments.ts";
import {
  letteringOf,
  loadTypeface,
  openSheet,
  type PrintRun,
  printSpot,
  type Sheet,
  writeCentered,
  writeInOneLine,
  writeInTwoLines,
  writeText,
} from "./sheet.ts";
import { printStyles, type Range } from "./style.ts";

const sides = {
  "2021": { front: drawFrontOf2021, back: drawBackOf2021 },
  "2024": { front: drawFrontOf2024, back: drawBackOf2024 },
} as const;

/** Plans everything about a card that does not depend on its resolution. */
export function planPrint(
  kind: CardKind,
  person: Person,
  isQrDestroyed: boolean,
  range: Range,
  dice: Dice,
): PrintRun {
  const style = printStyles[range];
  const ink = dice.pick(["#161616", "#1d1f24", "#26231f"]);
  return {
    truth: cardTruthOf(kind, person),
    marks: person.marks,
    qrText: writeQrText(kind, person, dice.for("qr text")),
    isQrDestroyed,
    mrzLines: writeMrz(person, dice.happens(0.6) ? "991231" : "<<<<<<"),
    typeface: loadTypeface(dice.pick(style.typefaces)),
    style,
    offset: { x: dice.between(-0.35, 0.35), y: dice.between(-0.3, 0.3) },
    scale: dice.between(0.94, 1.04),
    mrzInkMm: dice.between(0, 0.1),
    ink,
    labelInk: dice.pick([ink, ink, "#2c3a57", "#3d3a37"]),
    dice: dice.for("drawing"),
  };
}

/** Draws a side of a card at a resolution. */
export function printCard(
  kind: CardKind,
  side: "front" | "back",
  run: PrintRun,
  pixelsPerMm: number,
  corner?: number,
): Raster {
  const sheet: Sheet = openSheet(pixelsPerMm, corner);
  sides[kind][side](sheet, run);
  return rasterOf(sheet.canvas);
}

/** A position that is off its usual one, for what is no text. */
function spotNear(run: PrintRun, what: string, x: number, y: number) {
  const dice = run.dice.for(what);
  const reach = Math.min(1.2, run.style.jitterMm / 2);
  return printSpot(run, x + dice.between(-reach, reach), y + dice.between(-reach, reach));
}

/** Draws the front of the card of 2021. */
function drawFrontOf2021(sheet: Sheet, run: PrintRun): void {
  const { truth, dice } = run;
  const tint = { from: "#dcebe6", to: "#f3ead6", lines: ["#bcd9d0", "#e3d3b4", "#c9dbe6"] };
  drawBackground(sheet, tint, dice.for("front background"));
  drawHeader(sheet, run, 43.5, ["CĂN CƯỚC CÔNG DÂN", "Citizen Identity Card"]);
  drawQrCode(sheet, run, spotNear(run, "code", 70, 2.6), 13.4);
  drawPortrait(sheet, spotNear(run, "portrait", 4, 19.6), 26, dice.for("portrait"));
  const usual = { labelSize: 1.85, valueSize: 2.7, x: 28, right: 83, place: "after" } as const;
  const originIsBelow = dice.for("origin").happens(0.8);
  const residenceIsBelow = dice.for("residence").happens(0.2);
  const rows: Row[] = [
    row(24, { ...usual, label: "number2021", value: truth.idNumber, valueSize: 4, cut: "bold" }),
    row(27.6, { ...usual, label: "name2021", value: truth.fullName, valueSize: 3.05, place: "below" }),
    row(34.6, { ...usual, label: "birth2021", value: truth.dateOfBirth }),
    row(
      38,
      { ...usual, label: "sex", value: truth.sex },
      { ...usual, label: "nationality", value: truth.nationality, x: 53 },
    ),
    row(41.4, {
      ...usual,
      label: "origin2021",
      value: truth.placeOfOrigin,
      place: originIsBelow ? "below" : "after",
    }),
    row(48, {
      ...usual,
      label: "residence2021",
      value: truth.placeOfResidence,
      place: residenceIsBelow ? "below" : "after",
      lineCount: 2,
    }),
  ];
  writeRows(sheet, run, rows, { top: 20.6, bottom: 53.4, left: 26.4 });
  drawExpiry(sheet, run);
}

function row(y: number, ...fields: readonly Field[]): Row {
  return { y, fields };
}

function drawExpiry(sheet: Sheet, run: PrintRun): void {
  const small = { ...letteringOf(run, 1.5, "regular"), color: run.labelInk };
  const { x, y } = spotNear(run, "expiry", 3.4, 48.9);
  const end = writeText(sheet, labelOf(run, "expiry2021"), { x, y }, small);
  writeText(sheet, labelOf(run, "expiryInEnglish"), { x, y: y + 2.1 }, small);
  const spot = { x: end + 0.7, y: y + 0.1 };
  writeInOneLine(sheet, run.truth.dateOfExpiry, spot, 26, letteringOf(run, 2.05, "regular"));
}

/** Draws the back of the card of 2021. */
function drawBackOf2021(sheet: Sheet, run: PrintRun): void {
  const { truth, dice } = run;
  const tint = { from: "#e7eee2", to: "#efe6da", lines: ["#cfdcc6", "#e0d4c0"] };
  drawBackground(sheet, tint, dice.for("back background"));
  const label = { ...letteringOf(run, 1.8, "regular"), color: run.labelInk };
  const value = letteringOf(run, 2.35, "regular");
  const marks = spotNear(run, "marks", 4, 5);
  writeText(sheet, "Đặc điểm nhận dạng / Personal identification:", marks, label);
  const lines = [
    { x: marks.x, y: marks.y + 3 },
    { x: marks.x, y: marks.y + 5.8 },
  ] as const;
  writeInTwoLines(sheet, run.marks, lines, 56, value);
  const issue = { label: "issue2021", value: truth.dateOfIssue, labelSize: 1.8, valueSize: 2.5 } as const;
  // In the middle, the day ends where the fingers begin on other prints.
  const isInMiddle = dice.for("issue").happens(0.5);
  const [x, right] = isInMiddle ? [20, 67] : [5, 57];
  const rows = [row(14.6, { ...issue, x, right, place: "after" })];
  writeRows(sheet, run, rows, { top: 11.4, bottom: 17, left: 3 });
  drawChip(sheet, spotNear(run, "chip", 4, 20));
  drawSignatory(sheet, run);
  if (isInMiddle) drawFingersInColumn(sheet, run);
  else drawFingers(sheet, run);
  drawMrz(sheet, run);
}

function drawSignatory(sheet: Sheet, run: PrintRun): void {
  const near = run.dice.for("signatory");
  const [x, y] = [38.5 + near.between(-1.5, 1.5), near.between(0, run.style.jitterMm)];
  const isBrokenOtherwise = near.happens(0.3);
  const lines = [
    [isBrokenOtherwise ? "CỤC TRƯỞNG" : "CỤC TRƯỞNG CỤC CẢNH SÁT", 17.8 + y, 1.85, "bold"],
    [
      isBrokenOtherwise
        ? "CỤC CẢNH SÁT QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI"
        : "QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI",
      20.2 + y,
      isBrokenOtherwise ? 1.35 : 1.85,
      "bold",
    ],
    ["DIRECTOR GENERAL OF THE POLICE DEPARTMENT", 22.1 + y, 1.15, "regular"],
    ["FOR ADMINISTRATIVE MANAGEMENT OF SOCIAL ORDER", 23.6 + y, 1.15, "regular"],
    ["Trần Văn Mẫu", 33.6, 1.9, "bold"],
  ] as const;
  writeCentered(sheet, run, x, lines);
  drawSignature(sheet, printSpot(run, 29, 30), run.dice.for("signature"));
}

function drawFingers(sheet: Sheet, run: PrintRun): void {
  const fingers = [
    [59.6, "Ngón trỏ trái", "Left index finger"],
    [71.6, "Ngón trỏ phải", "Right index finger"],
  ] as const;
  for (const [x, name, english] of fingers) {
    drawFingerprint(sheet, printSpot(run, x, 4), run.dice.for(name));
    const small = letteringOf(run, 1.3, "regular");
    writeInOneLine(sheet, name, printSpot(run, x, 20.2), x + 11.5, small);
    writeInOneLine(sheet, english, printSpot(run, x, 22), x + 11.5, small);
  }
}

function drawFingersInColumn(sheet: Sheet, run: PrintRun): void {
  for (const y of [3, 19]) drawFingerprint(sheet, printSpot(run, 71, y), run.dice.for(`finger at ${y}`));
}

/** Draws the front of the card of 2024. */
function drawFrontOf2024(sheet: Sheet, run: PrintRun): void {
  const { truth, dice } = run;
  const tint = { from: "#d7e9ee", to: "#ecdfe4", lines: ["#bcd7df", "#dcc6d0", "#c8ddc9"] };
  drawBackground(sheet, tint, dice.for("front background"));
  drawHeader(sheet, run, 49, ["CĂN CƯỚC", "IDENTITY CARD"]);
  drawPortrait(sheet, spotNear(run, "portrait", 4, 20), 27, dice.for("portrait"));
  const usual = { labelSize: 1.8, valueSize: 2.8, x: 28, right: 82.5, place: "below" } as const;
  const nationalityIsAfter = dice.for("nationality").happens(0.25);
  const rows: Row[] = [
    row(23.6, { ...usual, label: "number2024", value: truth.idNumber, valueSize: 4.1, cut: "bold" }),
    row(31.2, { ...usual, label: "name2024", value: truth.fullName, valueSize: 3.1, cut: "bold" }),
    row(
      38.8,
      { ...usual, label: "birth2024", value: truth.dateOfBirth },
      { ...usual, label: "sex", value: truth.sex, x: 65.5 },
    ),
    row(46, {
      ...usual,
      label: "nationality",
      value: truth.nationality,
      place: nationalityIsAfter ? "after" : "below",
    }),
  ];
  writeRows(sheet, run, rows, { top: 20.8, bottom: 53.2, left: 26.4 });
}

/** Draws the back of the card of 2024. */
function drawBackOf2024(sheet: Sheet, run: PrintRun): void {
  const { truth, dice } = run;
  const tint = { from: "#e6eef0", to: "#efe6ea", lines: ["#cddfe3", "#e2d2d9"] };
  drawBackground(sheet, tint, dice.for("back background"));
  drawQrCode(sheet, run, spotNear(run, "code", 64.4, 3.4), 18);
  const usual = { labelSize: 1.75, valueSize: 2.45, x: 4.8, right: 61.5, place: "below" } as const;
  const places: Row[] = [
    row(4.5, { ...usual, label: "residence2024", value: truth.placeOfResidence, lineCount: 2 }),
    row(13.4, { ...usual, label: "origin2024", value: truth.placeOfOrigin, lineCount: 2 }),
  ];
  writeRows(sheet, run, places, { top: 1.6, bottom: 20.4, left: 3 });
  drawChip(sheet, spotNear(run, "chip", 4.4, 21.2));
  const date = { labelSize: 1.6, valueSize: 2.3, x: 20, right: 63, place: "after" } as const;
  const dates: Row[] = [
    row(22, { ...date, label: "issue2024", value: truth.dateOfIssue }),
    row(25.4, { ...date, label: "expiry2024", value: truth.dateOfExpiry }),
  ];
  writeRows(sheet, run, dates, { top: 20, bottom: 28, left: 18.6 });
  drawAuthority(sheet, run);
  drawMrz(sheet, run);
}

/** At the right, as on most cards, or in the middle. */
function drawAuthority(sheet: Sheet, run: PrintRun): void {
  const near = run.dice.for("authority");
  const [x, y] = near.pick([
    [72, 27],
    [72, 27],
    [47, 31],
  ]) as [number, number];
  const color = near.pick([run.ink, "#c3262c", "#a5252b"]);
  const reach = run.style.jitterMm / 2;
  const spot = printSpot(run, x + near.between(-reach, reach), y + near.between(-reach / 2, reach / 2));
  const lettering = (size: number, cut: "regular" | "bold") =>
    ({ ...letteringOf(run, size, cut), align: "center", color }) as const;
  writeText(sheet, "BỘ CÔNG AN", spot, lettering(2.5, "bold"));
  writeText(sheet, "MINISTRY OF PUBLIC SECURITY", { ...spot, y: spot.y + 2.3 }, lettering(1.3, "regular"));
}
