import type { BitReader } from "./bit-reader.ts";
import type { JpegComponent, JpegFrame } from "./jpeg-frame.ts";

/** What a scan is about, by the places of its channels in the frame. */
export interface Scan {
  readonly channels: readonly { readonly index: number; readonly dcId: number; readonly acId: number }[];
  /** The first and the last coefficient, the bits that were sent before, and the lowest one of this scan. */
  readonly start: number;
  readonly end: number;
  readonly high: number;
  readonly low: number;
}

/** Reads a scan header. */
export function readScan(segment: Uint8Array, { components }: JpegFrame): Scan {
  const count = segment[0] ?? 0;
  if (count > components.length) throw new Error("A scan is of too many channels.");
  const channels = Array.from({ length: count }, (_, i) => {
    const index = components.findIndex(({ id }) => id === segment[1 + 2 * i]);
    const tables = segment[2 + 2 * i] ?? 0;
    if (index < 0) throw new Error("A scan is of a channel that the frame has not.");
    return { index, dcId: (tables >> 4) & 3, acId: tables & 3 };
  });
  if (new Set(channels.map(({ index }) => index)).size < count)
    throw new Error("A scan names a channel twice.");
  const [start = 0, end = 0, bits = 0] = segment.subarray(1 + 2 * count);
  if (count === 0 || end > 63 || start > end) throw new Error("A scan is of no coefficients.");
  return { channels, start, end, high: bits >> 4, low: bits & 15 };
}

/** Calls for each block of a scan in the order in which they are written, and for each restart. */
export function walkScan(
  { channels }: Scan,
  { components, unitColumns, unitRows }: JpegFrame,
  restartInterval: number,
  reader: BitReader,
  onBlock: (place: number, block: number) => void,
  onRestart: () => void,
): void {
  const chosen = channels.map(({ index }) => components[index] as JpegComponent);
  const [alone] = chosen.length === 1 ? chosen : [];
  const columns = alone?.columnsAlone ?? unitColumns;
  const unitCount = columns * (alone?.rowsAlone ?? unitRows);
  for (let unit = 0; unit < unitCount; unit += 1) {
    if (restartInterval > 0 && unit > 0 && unit % restartInterval === 0) {
      reader.restart();
      onRestart();
    }
    const column = unit % columns;
    const row = (unit - column) / columns;
    if (alone !== undefined) onBlock(0, row * alone.columns + column);
    else visitUnit(chosen, column, row, onBlock);
  }
}

function visitUnit(
  chosen: readonly JpegComponent[],
  column: number,
  row: number,
  onBlock: (place: number, block: number) => void,
): void {
  for (let place = 0; place < chosen.length; place += 1) {
    const { across, down, columns } = chosen[place] as JpegComponent;
    for (let y = 0; y < down; y += 1) {
      const start = (row * down + y) * columns + column * across;
      for (let x = 0; x < across; x += 1) onBlock(place, start + x);
    }
  }
}
