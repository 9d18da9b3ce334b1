import { type Price, renderPrice } from "@trading-oms/market";
import type { World } from "./command.ts";

/** Renders a whole number with separators: 80,000,000. */
export function renderNumber(whole: bigint | number | string): string {
  return String(whole).replaceAll(/(?<=[0-9])(?=(?:[0-9]{3})+$)/g, ",");
}

const oneMillionths = 1_000_000n;

/** Renders a ratio, which is stored in millionths, as a decimal: 0.375. */
export function renderRatio(millionths: bigint): string {
  const size = millionths < 0n ? -millionths : millionths;
  const fraction = `${size % oneMillionths}`.padStart(6, "0").replace(/0+$/, "");
  return `${millionths < 0n ? "-" : ""}${size / oneMillionths}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Renders a time in UTC, to the second. */
export function renderTime(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.[0-9]{3}Z$/, "Z");
}

/** Renders a price with separators: 80,000 or 1,461.5. */
export function renderGroupedPrice(price: Price): string {
  const [whole = "", fraction] = renderPrice(price).split(".");
  return `${renderNumber(BigInt(whole))}${fraction === undefined ? "" : `.${fraction}`}`;
}

/** A stored text must neither move the cursor nor forge a line. */
export function visible(text: string): string {
  return text.normalize("NFC").replaceAll(/\p{C}|\p{Zl}|\p{Zp}/gu, "\u{FFFD}");
}

/** The columns of a table by title. A title that begins with `#` marks numbers, which are aligned to the right. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | bigint | number>>;

/** Renders rows as a text table. */
export function renderTable<Row>(rows: readonly Row[], columns: Columns<Row>): string[] {
  const written = Object.entries(columns).map(([title, cellOf]) => {
    const cells = rows.map((row) => {
      const cell = cellOf(row);
      return typeof cell === "string" ? visible(cell) : renderNumber(cell);
    });
    const isNumber = title.startsWith("#");
    const lines = [title.slice(isNumber ? 1 : 0), ...cells];
    const width = lines.reduce((widest, line) => Math.max(widest, widthOf(line)), 0);
    return lines.map((line) => {
      const space = " ".repeat(width - widthOf(line));
      return isNumber ? `${space}${line}` : `${line}${space}`;
    });
  });
  return ["", ...rows].map((_row, index) =>
    written
      .map((column) => column[index])
      .join("  ")
      .trimEnd(),
  );
}

function widthOf(text: string): number {
  return [...text].length;
}

/** A progress bar. */
type Progress = {
  /** Sets how many are done, and their share of all from 0 to 1, if known. */
  readonly update: (count: number, share?: number | undefined) => void;
  readonly end: () => void;
};

const redrawMsMin = 100;
const barWidth = 24;

/** Shows a progress bar on a terminal. Elsewhere only one line is printed at the end. */
export function showProgress(
  { stderr, now }: Pick<World, "stderr" | "now">,
  doing: string,
  things = "rows",
): Progress {
  let lastCount = 0;
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  return {
    update: (count, share) => {
      lastCount = count;
      const atMs = now();
      if (!stderr.isTerminal || atMs - drawnAtMs < redrawMsMin) return;
      drawnAtMs = atMs;
      stderr.write(`\r\u001B[2K${doing} ${renderBar(share)}${renderNumber(count)} ${things}`);
    },
    end: () => {
      const isDrawn = stderr.isTerminal && drawnAtMs >= 0;
      stderr.write(`${isDrawn ? "\r\u001B[2K" : ""}${doing}: ${renderNumber(lastCount)} ${things}\n`);
    },
  };
}

function renderBar(share: number | undefined): string {
  if (share === undefined) return "";
  const part = Math.min(Math.max(share, 0), 1);
  const filled = Math.floor(part * barWidth);
  const percent = String(Math.floor(part * 100)).padStart(3);
  return `[${"#".repeat(filled)}${".".repeat(barWidth - filled)}] ${percent} %  `;
}
