/** A decoded photograph, upright as its metadata would have it: three bytes a pixel, red, green and blue. */
export interface Photo {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}
