import { drawBackground } from "./draw-background.ts";
import { drawChip } from "./draw-chip.ts";
import { drawMrz } from "./draw-mrz.ts";
import { drawQrCode } from "./draw-qr-code.ts";
import type { Sheet } from "./open-sheet.ts";
import { letteringOf, type PrintRun, printSpot } from "./print-run.ts";
import { writeInOneLine, writeInTwoLines, writeText } from "./write-text.ts";

const left = 4.2;
const right = 61.5;

/** Draws the back of the card of 2024. */
export function drawBackOf2024(sheet: Sheet, run: PrintRun): void {
  const { truth, dice } = run;
  const tint = { from: "#e6eef0", to: "#efe6ea", lines: ["#cddfe3", "#e2d2d9"] };
  drawBackground(sheet, tint, dice.for("back background"));
  const side = 18;
  const corner = printSpot(run, 64, 3.4);
  drawQrCode(sheet, run.qrText, { ...corner, width: side, height: side }, run.isQrDestroyed, dice.for("qr"));
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
    writeInOneLine(
      sheet,
      content,
      { x: end + 0.8, y: y + run.offset.y },
      83,
      letteringOf(run, 2.3, "regular"),
    );
  }
  const ministry = { ...letteringOf(run, 2.5, "bold"), align: "center" } as const;
  writeText(sheet, "BỘ CÔNG AN", printSpot(run, 47, 29), ministry);
  const english = { ...letteringOf(run, 1.5, "regular"), align: "center" } as const;
  writeText(sheet, "MINISTRY OF PUBLIC SECURITY", printSpot(run, 47, 31.3), english);
  drawMrz(sheet, run.mrzLines, printSpot(run, 4.7, 39.6), run.mrzInkMm);
}
