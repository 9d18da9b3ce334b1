import type { Photo } from "../read/image/photo.ts";

/** Takes the rows of a picture one by one, and makes a photograph of them that is smaller by a whole factor. */
export class RowCollector {
  readonly photo: Photo;
  /** How many pixels one stands for, across and down: a side that has fewer than the factor is one pixel. */
  readonly #across: number;
  readonly #down: number;
  readonly #sums: Uint32Array;
  #rowCount = 0;

  constructor(width: number, height: number, factor: number) {
    this.#across = Math.min(factor, width);
    this.#down = Math.min(factor, height);
    const shrunk = { width: Math.floor(width / this.#across), height: Math.floor(height / this.#down) };
    this.photo = { ...shrunk, data: new Uint8Array(shrunk.width * shrunk.height * 3) };
    this.#sums = new Uint32Array(shrunk.width * 3);
  }

  /** Adds a row of colours, three bytes a pixel; what is left over at the right and at the bottom is dropped. */
  add(row: Uint8Array): void {
    const y = Math.floor(this.#rowCount / this.#down);
    this.#rowCount += 1;
    if (y >= this.photo.height) return;
    const sums = this.#sums;
    for (let at = 0, from = 0; at < sums.length; at += 3) {
      for (let k = 0; k < this.#across; k += 1, from += 3) {
        sums[at] = (sums[at] as number) + (row[from] as number);
        sums[at + 1] = (sums[at + 1] as number) + (row[from + 1] as number);
        sums[at + 2] = (sums[at + 2] as number) + (row[from + 2] as number);
      }
    }
    if (this.#rowCount % this.#down === 0) this.#finish(y);
  }

  #finish(y: number): void {
    const area = this.#across * this.#down;
    const start = y * this.#sums.length;
    for (let i = 0; i < this.#sums.length; i += 1) {
      this.photo.data[start + i] = ((this.#sums[i] as number) + area / 2) / area;
    }
    this.#sums.fill(0);
  }
}
