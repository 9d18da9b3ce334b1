import type { BitReader } from "./bit-reader.ts";
import { type HuffmanTable, readSymbol } from "./huffman-table.ts";
import { needTable } from "./jpeg-tables.ts";
import type { Scan } from "./walk-scan.ts";
import { zigzag } from "./zigzag.ts";

/** Reads what one scan adds to the coefficients of a block. */
export class ProgressiveBlocks {
  readonly #reader: BitReader;
  readonly #scan: Scan;
  /** How many more blocks have nothing in this scan. */
  #endCount = 0;

  constructor(reader: BitReader, scan: Scan) {
    this.#reader = reader;
    this.#scan = scan;
  }

  restart(): void {
    this.#endCount = 0;
  }

  /** Reads the mean of a block, or its next bit; gives the mean for the next block to begin from. */
  readMean(dc: HuffmanTable | undefined, before: number, coefficients: Int16Array, at: number): number {
    const { high, low } = this.#scan;
    if (high > 0) {
      coefficients[at] = (coefficients[at] as number) | (this.#reader.read(1) << low);
      return before;
    }
    const mean = before + this.#reader.readSigned(readSymbol(this.#reader, needTable(dc)) & 15);
    coefficients[at] = mean << low;
    return mean;
  }

  /** Reads the first bits of a band of coefficients. */
  readFirst(ac: HuffmanTable | undefined, coefficients: Int16Array, at: number): void {
    if (this.#endCount > 0) {
      this.#endCount -= 1;
      return;
    }
    const { start, end, low } = this.#scan;
    for (let k = start; k <= end; k += 1) {
      const symbol = readSymbol(this.#reader, needTable(ac));
      const size = symbol & 15;
      const run = symbol >> 4;
      if (size === 0 && run < 15) {
        this.#endCount = (1 << run) - 1 + this.#reader.read(run);
        return;
      }
      k += run;
      if (k > 63) throw new Error("A block has too many coefficients.");
      if (size > 0) coefficients[at + (zigzag[k] as number)] = this.#reader.readSigned(size) << low;
    }
  }

  /** Reads the next bit of a band: of each coefficient that is there, and of those that come. */
  readNext(ac: HuffmanTable | undefined, coefficients: Int16Array, at: number): void {
    const { start, end, low } = this.#scan;
    let k = start;
    while (this.#endCount === 0 && k <= end) {
      const symbol = readSymbol(this.#reader, needTable(ac));
      const run = symbol >> 4;
      if ((symbol & 15) === 0 && run < 15) {
        this.#endCount = (1 << run) + this.#reader.read(run);
        break;
      }
      const come = (symbol & 15) === 0 ? 0 : this.#reader.read(1) === 1 ? 1 << low : -1 << low;
      k = this.#refine(coefficients, at, k, run);
      if (come !== 0 && k <= end) coefficients[at + (zigzag[k] as number)] = come;
      k += 1;
    }
    if (this.#endCount === 0) return;
    this.#refine(coefficients, at, k, 64);
    this.#endCount -= 1;
  }

  /** Refines what is there and passes over so many that are not; gives the place of the next that is not there. */
  #refine(coefficients: Int16Array, at: number, from: number, run: number): number {
    const { end, low } = this.#scan;
    let left = run;
    let k = from;
    for (; k <= end; k += 1) {
      const place = at + (zigzag[k] as number);
      const value = coefficients[place] as number;
      if (value === 0) {
        if (left === 0) return k;
        left -= 1;
      } else if (this.#reader.read(1) === 1 && (Math.abs(value) & (1 << low)) === 0) {
        coefficients[place] = value + (value > 0 ? 1 << low : -1 << low);
      }
    }
    return k;
  }
}
