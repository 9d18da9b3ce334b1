import type { Sheet } from "./open-sheet.ts";

/** How a text looks. */
export type Lettering = {
  readonly families: string;
  /** Millimetres from line to line if there were no space between. */
  readonly size: number;
  readonly color: string;
  readonly align?: "left" | "center";
};

/** A place on the card, in millimetres from its upper left corner. */
export type Spot = { readonly x: number; readonly y: number };

/** Writes a text with its base line at a spot, and tells where it ends. */
export function writeText({ context }: Sheet, text: string, { x, y }: Spot, lettering: Lettering): number {
  context.font = `${lettering.size}px ${lettering.families}`;
  context.fillStyle = lettering.color;
  const width = context.measureText(text).width;
  context.fillText(text, lettering.align === "center" ? x - width / 2 : x, y);
  return x + width;
}

/** Writes what has two lines of different beginnings and one end, as small as it has to be, broken after a comma if that will do. */
export function writeInTwoLines(
  sheet: Sheet,
  text: string,
  lines: readonly [Spot, Spot],
  xMax: number,
  lettering: Lettering,
): void {
  const [first, second] = lines;
  for (let size = lettering.size; ; size -= 0.1) {
    const look = { ...lettering, size };
    const room = (line: Spot) => xMax - line.x;
    const breaks = [...breaksAfter(text, ", "), ...breaksAfter(text, " ")];
    const isFitting = (at: number) =>
      widthOf(sheet, text.slice(0, at).trimEnd(), look) <= room(first) &&
      widthOf(sheet, text.slice(at), look) <= room(second);
    const at = [...breaks, 0].find(isFitting);
    if (at === undefined && size > 1.2) continue;
    const isShort = widthOf(sheet, text, look) <= room(first);
    const cut = isShort ? text.length : (at ?? 0);
    writeText(sheet, text.slice(0, cut).trimEnd(), first, look);
    writeText(sheet, text.slice(cut), second, look);
    return;
  }
}

/** Writes what has one line, as small as it has to be. */
export function writeInOneLine(
  sheet: Sheet,
  text: string,
  spot: Spot,
  xMax: number,
  lettering: Lettering,
): void {
  let size = lettering.size;
  while (size > 1.2 && widthOf(sheet, text, { ...lettering, size }) > xMax - spot.x) size -= 0.1;
  writeText(sheet, text, spot, { ...lettering, size });
}

/** Where a text may be broken, the latest first. */
function breaksAfter(text: string, mark: string): number[] {
  const places = [...text.matchAll(new RegExp(mark, "g"))].map(({ index }) => index + mark.length);
  return places.reverse();
}

function widthOf({ context }: Sheet, text: string, lettering: Lettering): number {
  context.font = `${lettering.size}px ${lettering.families}`;
  return context.measureText(text).width;
}
