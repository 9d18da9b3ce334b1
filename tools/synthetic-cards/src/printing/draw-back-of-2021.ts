import { drawBackground } from "./draw-background.ts";
import { drawChip } from "./draw-chip.ts";
import { drawFingerprint } from "./draw-fingerprint.ts";
import { drawMrz } from "./draw-mrz.ts";
import { drawSignature } from "./draw-signature.ts";
import type { Sheet } from "./open-sheet.ts";
import { letteringOf, type PrintRun, printSpot } from "./print-run.ts";
import { writeInOneLine, writeInTwoLines, writeText } from "./write-text.ts";

/** Draws the back of the card of 2021. */
export function drawBackOf2021(sheet: Sheet, run: PrintRun): void {
  const { truth, dice } = run;
  const tint = { from: "#e7eee2", to: "#efe6da", lines: ["#cfdcc6", "#e0d4c0"] };
  drawBackground(sheet, tint, dice.for("back background"));
  const label = letteringOf(run, 1.8, "regular");
  const value = letteringOf(run, 2.35, "regular");
  writeText(sheet, "Đặc điểm nhận dạng / Personal identification:", printSpot(run, 4, 5), label);
  writeInTwoLines(sheet, run.marks, [printSpot(run, 4, 8.2), printSpot(run, 4, 11)], 56, value);
  const end = writeText(sheet, "Ngày, tháng, năm / Date, month, year:", printSpot(run, 4, 14.4), label);
  writeText(
    sheet,
    truth.dateOfIssue,
    { x: end + 1, y: 14.4 + run.offset.y },
    letteringOf(run, 2.5, "regular"),
  );
  drawChip(sheet, printSpot(run, 4, 19.5));
  drawSignatory(sheet, run);
  drawFingers(sheet, run);
  drawMrz(sheet, run.mrzLines, printSpot(run, 4.7, 39.6), run.mrzInkMm);
}

function drawSignatory(sheet: Sheet, run: PrintRun): void {
  const lines = [
    ["CỤC TRƯỞNG CỤC CẢNH SÁT", 17.8, 1.85, "bold"],
    ["QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI", 20.2, 1.85, "bold"],
    ["DIRECTOR GENERAL OF THE POLICE DEPARTMENT", 22.1, 1.15, "regular"],
    ["FOR ADMINISTRATIVE MANAGEMENT OF SOCIAL ORDER", 23.6, 1.15, "regular"],
    ["Trần Văn Mẫu", 33.4, 1.9, "bold"],
  ] as const;
  for (const [text, y, size, cut] of lines) {
    writeText(sheet, text, printSpot(run, 38.5, y), { ...letteringOf(run, size, cut), align: "center" });
  }
  drawSignature(sheet, printSpot(run, 29, 29.4), run.dice.for("signature"));
}

function drawFingers(sheet: Sheet, run: PrintRun): void {
  const fingers = [
    [59.6, "Ngón trỏ trái", "Left index finger"],
    [71.6, "Ngón trỏ phải", "Right index finger"],
  ] as const;
  for (const [x, name, english] of fingers) {
    drawFingerprint(sheet, printSpot(run, x, 4), run.dice.for(name));
    for (const [text, y] of [
      [name, 20.2],
      [english, 22],
    ] as const) {
      writeInOneLine(sheet, text, printSpot(run, x, y), x + 11.5, letteringOf(run, 1.3, "regular"));
    }
  }
}
