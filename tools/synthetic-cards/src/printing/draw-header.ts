import { drawEmblem } from "./draw-emblem.ts";
import type { Sheet } from "./open-sheet.ts";
import { letteringOf, type PrintRun, printSpot } from "./print-run.ts";
import { writeText } from "./write-text.ts";

/** Draws emblem, state and title, which both cards have in the same place. */
export function drawHeader(
  sheet: Sheet,
  run: PrintRun,
  middle: number,
  [title, titleInEnglish]: readonly [string, string],
): void {
  drawEmblem(sheet, printSpot(run, 9.6, 8.6), 5.6);
  const lines = [
    ["CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM", 4.4, 2.15, "bold"],
    ["Độc lập - Tự do - Hạnh phúc", 6.9, 2.05, "bold"],
    ["SOCIALIST REPUBLIC OF VIET NAM", 9.2, 1.75, "regular"],
    ["Independence - Freedom - Happiness", 11.3, 1.6, "regular"],
  ] as const;
  for (const [text, y, size, cut] of lines) {
    writeText(sheet, text, printSpot(run, middle, y), { ...letteringOf(run, size, cut), align: "center" });
  }
  const red = { color: "#cf2027", align: "center" } as const;
  writeText(sheet, title, printSpot(run, middle, 16.2), { ...letteringOf(run, 3.9, "bold"), ...red });
  writeText(sheet, titleInEnglish, printSpot(run, middle, 18.9), { ...letteringOf(run, 2, "bold"), ...red });
}
