import type { CardKind } from "../card.ts";
import type { Dice } from "../dice.ts";
import { cardTruthOf, writeMrz, writeQrText } from "../people/card-texts.ts";
import type { Person } from "../people/person.ts";
import { type Raster, rasterOf } from "../photo/raster.ts";
import { drawMrz, drawQrCode } from "./codes.ts";
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
  loadTypefaces,
  openSheet,
  type PrintRun,
  printSpot,
  type Sheet,
  writeCentered,
  writeInOneLine,
  writeInTwoLines,
  writeText,
} from "./sheet.ts";

const sides = {
  "2021": { front: drawFrontOf2021, back: drawBackOf2021 },
  "2024": { front: drawFrontOf2024, back: drawBackOf2024 },
} as const;

/** Plans everything about a card that does not depend on its resolution. */
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

/** Draws a side of a card at a resolution. */
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

/** Draws the front of the card of 2021. */
function drawFrontOf2021(sheet: Sheet, run: PrintRun): void {
  const [left, right] = [28, 83];
  const { truth, dice } = run;
  const tint = { from: "#dcebe6", to: "#f3ead6", lines: ["#bcd9d0", "#e3d3b4", "#c9dbe6"] };
  drawBackground(sheet, tint, dice.for("front background"));
  drawHeader(sheet, run, 43.5, ["CĂN CƯỚC CÔNG DÂN", "Citizen Identity Card"]);
  drawQrCode(sheet, run, printSpot(run, 70.2, 2.6), 13.4);
  drawPortrait(sheet, printSpot(run, 4, 19.6), 26, dice.for("portrait"));

  const value = letteringOf(run, 2.7, "regular");
  const label = (text: string, x: number, y: number) =>
    writeText(sheet, text, printSpot(run, x, y), letteringOf(run, 1.85, "regular"));
  const afterNumber = label("Số / No.:", left, 24);
  const number = { x: afterNumber + 1.2, y: 24.1 + run.offset.y };
  writeText(sheet, truth.idNumber, number, letteringOf(run, 4, "bold"));
  label("Họ và tên / Full name:", left, 27.4);
  writeInOneLine(sheet, truth.fullName, printSpot(run, left, 31), right, letteringOf(run, 3.05, "regular"));
  const rows = [
    ["Ngày sinh / Date of birth:", left, 34.6, truth.dateOfBirth],
    ["Giới tính / Sex:", left, 38, truth.sex],
    ["Quốc tịch / Nationality:", 51.5, 38, truth.nationality],
  ] as const;
  for (const [text, x, y, content] of rows) {
    const spot = { x: label(text, x, y) + 1, y: y + run.offset.y };
    writeInOneLine(sheet, content, spot, right, value);
  }
  label("Quê quán / Place of origin:", left, 41.4);
  writeInOneLine(sheet, truth.placeOfOrigin, printSpot(run, left, 44.6), right, value);
  const afterResidence = label("Nơi thường trú / Place of residence:", left, 48);
  const second = printSpot(run, left, 51.2);
  const first = { x: afterResidence + 1, y: 48 + run.offset.y };
  writeInTwoLines(sheet, truth.placeOfResidence, [first, second], right, value);
  drawExpiry(sheet, run);
}

function drawExpiry(sheet: Sheet, run: PrintRun): void {
  const small = letteringOf(run, 1.5, "regular");
  const end = writeText(sheet, "Có giá trị đến:", printSpot(run, 3.4, 48.4), small);
  writeText(sheet, "Date of expiry:", printSpot(run, 3.4, 50.5), small);
  const spot = { x: end + 0.7, y: 48.5 + run.offset.y };
  writeInOneLine(sheet, run.truth.dateOfExpiry, spot, 27.2, letteringOf(run, 2.05, "regular"));
}

/** Draws the back of the card of 2021. */
function drawBackOf2021(sheet: Sheet, run: PrintRun): void {
  const { truth, dice } = run;
  const tint = { from: "#e7eee2", to: "#efe6da", lines: ["#cfdcc6", "#e0d4c0"] };
  drawBackground(sheet, tint, dice.for("back background"));
  const label = letteringOf(run, 1.8, "regular");
  const value = letteringOf(run, 2.35, "regular");
  writeText(sheet, "Đặc điểm nhận dạng / Personal identification:", printSpot(run, 4, 5), label);
  writeInTwoLines(sheet, run.marks, [printSpot(run, 4, 8.2), printSpot(run, 4, 11)], 56, value);
  const end = writeText(sheet, "Ngày, tháng, năm / Date, month, year:", printSpot(run, 4, 14.4), label);
  const issue = { x: end + 1, y: 14.4 + run.offset.y };
  writeText(sheet, truth.dateOfIssue, issue, letteringOf(run, 2.5, "regular"));
  drawChip(sheet, printSpot(run, 4, 19.5));
  drawSignatory(sheet, run);
  drawFingers(sheet, run);
  drawMrz(sheet, run);
}

function drawSignatory(sheet: Sheet, run: PrintRun): void {
  const lines = [
    ["CỤC TRƯỞNG CỤC CẢNH SÁT", 17.8, 1.85, "bold"],
    ["QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI", 20.2, 1.85, "bold"],
    ["DIRECTOR GENERAL OF THE POLICE DEPARTMENT", 22.1, 1.15, "regular"],
    ["FOR ADMINISTRATIVE MANAGEMENT OF SOCIAL ORDER", 23.6, 1.15, "regular"],
    ["Trần Văn Mẫu", 33.4, 1.9, "bold"],
  ] as const;
  writeCentered(sheet, run, 38.5, lines);
  drawSignature(sheet, printSpot(run, 29, 29.4), run.dice.for("signature"));
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

/** Draws the front of the card of 2024. */
function drawFrontOf2024(sheet: Sheet, run: PrintRun): void {
  const [left, right] = [28, 82.5];
  const { truth, dice } = run;
  const tint = { from: "#d7e9ee", to: "#ecdfe4", lines: ["#bcd7df", "#dcc6d0", "#c8ddc9"] };
  drawBackground(sheet, tint, dice.for("front background"));
  drawHeader(sheet, run, 49, ["CĂN CƯỚC", "IDENTITY CARD"]);
  drawPortrait(sheet, printSpot(run, 4, 20), 27, dice.for("portrait"));
  const label = letteringOf(run, 1.8, "regular");
  const value = letteringOf(run, 2.8, "regular");
  const rows = [
    ["Số định danh cá nhân / Personal identification number:", left, 23.6],
    ["Họ, chữ đệm và tên khai sinh / Full name:", left, 31.2],
    ["Ngày, tháng, năm sinh / Date of birth:", left, 38.8],
    ["Giới tính / Sex:", 64, 38.8],
    ["Quốc tịch / Nationality:", left, 46],
  ] as const;
  for (const [text, x, y] of rows) writeText(sheet, text, printSpot(run, x, y), label);
  writeText(sheet, truth.idNumber, printSpot(run, left, 28.2), letteringOf(run, 4.1, "bold"));
  writeInOneLine(sheet, truth.fullName, printSpot(run, left, 35.5), right, letteringOf(run, 3.1, "bold"));
  writeText(sheet, truth.dateOfBirth, printSpot(run, left, 42.3), value);
  writeText(sheet, truth.sex, printSpot(run, 64, 42.3), value);
  writeText(sheet, truth.nationality, printSpot(run, left, 49.4), value);
}

/** Draws the back of the card of 2024. */
function drawBackOf2024(sheet: Sheet, run: PrintRun): void {
  const [left, right] = [4.2, 61.5];
  const { truth, dice } = run;
  const tint = { from: "#e6eef0", to: "#efe6ea", lines: ["#cddfe3", "#e2d2d9"] };
  drawBackground(sheet, tint, dice.for("back background"));
  drawQrCode(sheet, run, printSpot(run, 64, 3.4), 18);
  const label = letteringOf(run, 1.75, "regular");
  const value = letteringOf(run, 2.45, "regular");
  writeText(sheet, "Nơi cư trú / Place of residence:", printSpot(run, left, 4.5), label);
  const lines = [printSpot(run, left, 8), printSpot(run, left, 11)] as const;
  writeInTwoLines(sheet, truth.placeOfResidence, lines, right, value);
  writeText(sheet, "Nơi đăng ký khai sinh / Place of birth:", printSpot(run, left, 14), label);
  writeInOneLine(sheet, truth.placeOfOrigin, printSpot(run, left, 17.4), right, value);
  drawChip(sheet, printSpot(run, left, 20));
  const dates = [
    ["Ngày, tháng, năm cấp / Date of issue:", 21, truth.dateOfIssue],
    ["Ngày, tháng, năm hết hạn / Date of expiry:", 24.6, truth.dateOfExpiry],
  ] as const;
  for (const [text, y, content] of dates) {
    const end = writeText(sheet, text, printSpot(run, 19, y), letteringOf(run, 1.6, "regular"));
    const spot = { x: end + 0.8, y: y + run.offset.y };
    writeInOneLine(sheet, content, spot, 83, letteringOf(run, 2.3, "regular"));
  }
  writeCentered(sheet, run, 47, [
    ["BỘ CÔNG AN", 29, 2.5, "bold"],
    ["MINISTRY OF PUBLIC SECURITY", 31.3, 1.5, "regular"],
  ]);
  drawMrz(sheet, run);
}
