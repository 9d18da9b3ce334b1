/** One byte of brightness a pixel, row by row from the top left. */
export interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A point of an image: `x` to the right, `y` down, the middle of the first pixel at 0, 0. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
