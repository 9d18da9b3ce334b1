/** An image with one byte of brightness a pixel, row by row from the top left. */
export interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A point of an image in pixels: `x` to the right, `y` down; the centre of the first pixel is 0, 0. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A decoded photograph, oriented by its metadata, with three bytes a pixel: red, green, blue. */
export interface Photo {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Brightness by the luma weights of Rec. 601. */
export function toGray(photo: Photo): GrayImage {
  const { width, height, data } = photo;
  const gray = new Uint8Array(width * height);
  for (let i = 0, j = 0; i < gray.length; i += 1, j += 3) {
    gray[i] = (77 * (data[j] ?? 0) + 150 * (data[j + 1] ?? 0) + 29 * (data[j + 2] ?? 0) + 128) >> 8;
  }
  return { width, height, data: gray };
}

/** Scales a photograph down by a whole factor, each pixel the mean of `factor` by `factor`. */
export function shrinkPhoto(photo: Photo, factor: number): Photo {
  if (factor <= 1) return photo;
  const width = Math.floor(photo.width / factor);
  const height = Math.floor(photo.height / factor);
  const data = new Uint8Array(width * height * 3);
  const sums = new Uint32Array(width * 3);
  const area = factor * factor;
  for (let y = 0; y < height; y += 1) {
    sums.fill(0);
    for (let j = 0; j < factor; j += 1) addRow(photo, (y * factor + j) * photo.width * 3, factor, sums);
    for (let i = 0; i < sums.length; i += 1) data[y * width * 3 + i] = ((sums[i] ?? 0) + area / 2) / area;
  }
  return { width, height, data };
}

function addRow(photo: Photo, start: number, factor: number, sums: Uint32Array): void {
  let from = start;
  for (let at = 0; at < sums.length; at += 3) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let k = 0; k < factor; k += 1, from += 3) {
      red += photo.data[from] ?? 0;
      green += photo.data[from + 1] ?? 0;
      blue += photo.data[from + 2] ?? 0;
    }
    sums[at] = (sums[at] ?? 0) + red;
    sums[at + 1] = (sums[at + 1] ?? 0) + green;
    sums[at + 2] = (sums[at + 2] ?? 0) + blue;
  }
}

/** Encodes an image as PGM (portable graymap): a header and one byte a pixel. */
export function toPortableGraymap({ width, height, data }: GrayImage): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const bytes = new Uint8Array(head.length + data.length);
  bytes.set(head);
  bytes.set(data, head.length);
  return bytes;
}

/** Unsharp mask: adds to each pixel its difference from the mean within `radius`, times `amount`. */
export function sharpen(image: GrayImage, radius: number, amount: number): GrayImage {
  const { width, height } = image;
  const calm = meanOver(image, 1);
  const wide = meanOver(meanOver(image, radius), radius);
  const data = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i += 1) {
    const here = calm.data[i] as number;
    data[i] = Math.min(255, Math.max(0, here + amount * (here - (wide.data[i] as number))));
  }
  return { width, height, data };
}

/** Box blur: the mean of a square around each pixel, by rows and then by columns. */
function meanOver(image: GrayImage, radius: number): GrayImage {
  const { width, height } = image;
  const rows = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) slide(image.data, rows, y * width, 1, width, radius);
  const data = new Float32Array(width * height);
  for (let x = 0; x < width; x += 1) slide(rows, data, x, width, height, radius);
  return { width, height, data: Uint8Array.from(data) };
}

function slide(
  from: Uint8Array | Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  count: number,
  radius: number,
): void {
  let sum = 0;
  const at = (i: number) => from[start + Math.min(Math.max(i, 0), count - 1) * step] as number;
  for (let i = -radius; i <= radius; i += 1) sum += at(i);
  for (let i = 0; i < count; i += 1) {
    to[start + i * step] = sum / (2 * radius + 1);
    sum += at(i + radius + 1) - at(i - radius);
  }
}

/** The gray that paper gets. */
const paper = 190;

/** A lower bound of the local mean, so that black areas stay black. */
const surroundingsMin = 8;

/** Removes shadow and glare: divides each pixel by the mean of a square around it, because ink reflects the same share of any light. */
export function evenShade({ width, height, data }: GrayImage, radius: number): GrayImage {
  const sums = sumUp(width, height, data);
  const stride = width + 1;
  const even = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - radius) * stride;
    const bottom = Math.min(height, y + radius + 1) * stride;
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - radius);
      const right = Math.min(width, x + radius + 1);
      const count = ((bottom - top) / stride) * (right - left);
      const below = (sums[bottom + right] as number) - (sums[bottom + left] as number);
      const above = (sums[top + right] as number) - (sums[top + left] as number);
      const mean = Math.max(surroundingsMin, (below - above) / count);
      even[y * width + x] = Math.min(255, (paper * (data[y * width + x] as number)) / mean);
    }
  }
  return { width, height, data: even };
}

/** A summed-area table: the sum of any rectangle takes four reads. */
export function sumUp(width: number, height: number, data: Uint8Array): Uint32Array {
  const stride = width + 1;
  const sums = new Uint32Array(stride * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] as number;
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] as number) + row;
    }
  }
  return sums;
}

/** The brightness of a channel between pixels, interpolated. Beyond the border it is that of the border. */
export function sampleAt(
  { width, height, data }: GrayImage | Photo,
  x: number,
  y: number,
  channelCount: number,
  channel: number,
): number {
  const column = Math.min(Math.max(x, 0), width - 1.001);
  const row = Math.min(Math.max(y, 0), height - 1.001);
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [right, down] = [column - left, row - top];
  const start = (top * width + left) * channelCount + channel;
  const under = start + width * channelCount;
  const above = (data[start] as number) * (1 - right) + (data[start + channelCount] as number) * right;
  const below = (data[under] as number) * (1 - right) + (data[under + channelCount] as number) * right;
  return above * (1 - down) + below * down;
}

/** A pixel darker than three quarters of paper is ink. */
const inkMax = 0.75 * paper;

/** The number covers at least this share of its zone, however blurred it is. */
const inkShareMin = 0.02;

/** Whether a zone has enough ink for print. It has to be passed through `evenShade` and `sharpen` before. */
export function hasInk({ data }: GrayImage): boolean {
  let count = 0;
  for (const each of data) if (each < inkMax) count += 1;
  return count >= inkShareMin * data.length;
}
