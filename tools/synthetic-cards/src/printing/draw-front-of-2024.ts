import { drawBackground } from "./draw-background.ts";
import { drawHeader } from "./draw-header.ts";
import { drawPortrait } from "./draw-portrait.ts";
import type { Sheet } from "./open-sheet.ts";
import { letteringOf, type PrintRun, printSpot } from "./print-run.ts";
import { writeInOneLine, writeText } from "./write-text.ts";

const left = 28;
const right = 82.5;

/** Draws the front of the card of 2024. */
export function drawFrontOf2024(sheet: Sheet, run: PrintRun): void {
  const { truth, dice } = run;
  const tint = { from: "#d7e9ee", to: "#ecdfe4", lines: ["#bcd7df", "#dcc6d0", "#c8ddc9"] };
  drawBackground(sheet, tint, dice.for("front background"));
  drawHeader(sheet, run, 49, ["CĂN CƯỚC", "IDENTITY CARD"]);
  drawPortrait(sheet, { ...printSpot(run, 4, 20), width: 20.5, height: 27 }, dice.for("portrait"));
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
