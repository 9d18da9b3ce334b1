import type { Photo } from "../../read/image/photo.ts";
import type { JpegFrame } from "./jpeg-frame.ts";
import type { JpegPlanes } from "./jpeg-planes.ts";

/** Joins the channels of a picture to colours; a coarser channel lends each of its pixels to those that it stands for. */
export function joinPlanes(frame: JpegFrame, planes: JpegPlanes, isColours: boolean): Photo {
  const width = Math.ceil((frame.width * planes.eighths) / 8);
  const height = Math.ceil((frame.height * planes.eighths) / 8);
  const data = new Uint8ClampedArray(width * height * 3);
  const rows = frame.components.map(() => new Uint8Array(width));
  for (let y = 0; y < height; y += 1) {
    for (let index = 0; index < rows.length; index += 1)
      spreadRow(frame, planes, index, y, rows[index] as Uint8Array);
    const [first, second = first, third = first] = rows as [Uint8Array, Uint8Array?, Uint8Array?];
    const to = y * width * 3;
    if (isColours || rows.length === 1) interleave(first, second, third, data, to);
    else mix(first, second, third, data, to);
  }
  return { width, height, data: new Uint8Array(data.buffer) };
}

/** Takes one row of a channel, at the width of the picture. */
function spreadRow(frame: JpegFrame, planes: JpegPlanes, index: number, y: number, row: Uint8Array): void {
  const { across = 1, down = 1, columns = 1 } = frame.components[index] ?? {};
  const plane = planes.data[index] as Uint8ClampedArray;
  const start = Math.floor((y * down) / frame.downMax) * columns * planes.eighths;
  if (across === frame.acrossMax) {
    row.set(plane.subarray(start, start + row.length));
    return;
  }
  const share = across / frame.acrossMax;
  for (let x = 0; x < row.length; x += 1) row[x] = plane[start + Math.floor(x * share)] as number;
}

function interleave(
  first: Uint8Array,
  second: Uint8Array,
  third: Uint8Array,
  data: Uint8ClampedArray,
  start: number,
): void {
  for (let x = 0, to = start; x < first.length; x += 1, to += 3) {
    data[to] = first[x] as number;
    data[to + 1] = second[x] as number;
    data[to + 2] = third[x] as number;
  }
}

/** Mixes brightness and two differences of colour, as JFIF has them, in units of 1/65536. */
function mix(
  luma: Uint8Array,
  blues: Uint8Array,
  reds: Uint8Array,
  data: Uint8ClampedArray,
  start: number,
): void {
  for (let x = 0, to = start; x < luma.length; x += 1, to += 3) {
    const gray = ((luma[x] as number) << 16) + 32_768;
    const blue = (blues[x] as number) - 128;
    const red = (reds[x] as number) - 128;
    data[to] = (gray + 91_881 * red) >> 16;
    data[to + 1] = (gray - 22_554 * blue - 46_802 * red) >> 16;
    data[to + 2] = (gray + 116_130 * blue) >> 16;
  }
}
