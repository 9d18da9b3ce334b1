import { drawBackground } from "./draw-background.ts";
import { drawHeader } from "./draw-header.ts";
import { drawPortrait } from "./draw-portrait.ts";
import { drawQrCode } from "./draw-qr-code.ts";
import type { Sheet } from "./open-sheet.ts";
import { letteringOf, type PrintRun, printSpot } from "./print-run.ts";
import { writeInOneLine, writeInTwoLines, writeText } from "./write-text.ts";

const left = 28;
const right = 83;

/** Draws the front of the card of 2021. */
export function drawFrontOf2021(sheet: Sheet, run: PrintRun): void {
  const { truth, dice } = run;
  const tint = { from: "#dcebe6", to: "#f3ead6", lines: ["#bcd9d0", "#e3d3b4", "#c9dbe6"] };
  drawBackground(sheet, tint, dice.for("front background"));
  drawHeader(sheet, run, 43.5, ["CĂN CƯỚC CÔNG DÂN", "Citizen Identity Card"]);
  const corner = printSpot(run, 70.2, 2.6);
  const side = 13.4;
  drawQrCode(sheet, run.qrText, { ...corner, width: side, height: side }, run.isQrDestroyed, dice.for("qr"));
  drawPortrait(sheet, { ...printSpot(run, 4, 19.6), width: 20.5, height: 26 }, dice.for("portrait"));

  const value = letteringOf(run, 2.7, "regular");
  const label = (text: string, x: number, y: number) =>
    writeText(sheet, text, printSpot(run, x, y), letteringOf(run, 1.85, "regular"));
  const afterNumber = label("Số / No.:", left, 24);
  writeText(
    sheet,
    truth.idNumber,
    { x: afterNumber + 1.2, y: 24.1 + run.offset.y },
    letteringOf(run, 4, "bold"),
  );
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
