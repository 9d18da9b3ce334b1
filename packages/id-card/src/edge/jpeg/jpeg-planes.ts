import { makeInvertBlock } from "./invert-block.ts";
import type { JpegFrame } from "./jpeg-frame.ts";
import { needTable } from "./jpeg-tables.ts";
import { zigzag } from "./zigzag.ts";

/** Coefficients of a picture that comes in several passes take two bytes each, and no more than this: 12 megapixels of 4:2:0. */
export const coefficientBytesMax = 37_000_000;

/** How many bytes a picture takes until its last pass is read. */
export function countCoefficientBytes({ components }: Pick<JpegFrame, "components">): number {
  return components.reduce((sum, { columns, rows }) => sum + columns * rows * 128, 0);
}

/** The channels of a picture, drawn at a size of some eighths. */
export class JpegPlanes {
  readonly data: readonly Uint8ClampedArray[];
  readonly eighths: number;
  readonly #frame: JpegFrame;
  readonly #invert: ReturnType<typeof makeInvertBlock>;

  constructor(frame: JpegFrame, eighths: number) {
    this.#frame = frame;
    this.eighths = eighths;
    this.#invert = makeInvertBlock(eighths);
    this.data = frame.components.map(
      ({ columns, rows }) => new Uint8ClampedArray(columns * rows * eighths * eighths),
    );
  }

  /** Draws a block of a channel, whose coefficients were multiplied already. */
  draw(index: number, block: number, coefficients: Float32Array, start: number): void {
    const columns = this.#frame.components[index]?.columns ?? 1;
    const column = block % columns;
    const stride = columns * this.eighths;
    const at = ((block - column) / columns) * this.eighths * stride + column * this.eighths;
    this.#invert(coefficients, start, this.data[index] as Uint8ClampedArray, at, stride);
  }

  /** Draws a whole channel from its coefficients as they were sent. */
  drawAll(index: number, coefficients: Int16Array, quantizer: Uint16Array | undefined): void {
    const factors = new Float32Array(64);
    for (let k = 0; k < 64; k += 1) factors[zigzag[k] as number] = needTable(quantizer)[k] as number;
    const block = new Float32Array(64);
    for (let from = 0, at = 0; from < coefficients.length; from += 64, at += 1) {
      for (let k = 0; k < 64; k += 1) block[k] = (coefficients[from + k] as number) * (factors[k] as number);
      this.draw(index, at, block, 0);
    }
  }
}
