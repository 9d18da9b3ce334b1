import type { BitWriter } from "./bit-writer.ts";
import { type ChannelTables, orderByRow } from "./channel-tables.ts";
import { makeFactors, transformBlock } from "./transform-block.ts";
import { zigzag } from "./zigzag.ts";

/** Sixteen zeros, and no value behind them. */
const longRun = 0xf0;

/** Writes the blocks of one channel of a picture, one after the other. */
export class ChannelWriter {
  readonly #writer: BitWriter;
  readonly #tables: ChannelTables;
  readonly #factors: Float32Array;
  #mean = 0;

  constructor(writer: BitWriter, tables: ChannelTables) {
    this.#writer = writer;
    this.#tables = tables;
    this.#factors = makeFactors(orderByRow(tables.steps));
  }

  /** Writes 8 by 8 values around zero, of which nothing is left in their place. */
  write(block: Float32Array): void {
    const { means, bands } = this.#tables;
    transformBlock(block);
    const mean = this.#round(block, 0);
    this.#addValue(means.codes, 0, mean - this.#mean);
    this.#mean = mean;
    let zeroCount = 0;
    for (let k = 1; k < 64; k += 1) {
      const value = this.#round(block, zigzag[k] as number);
      if (value === 0) {
        zeroCount += 1;
        continue;
      }
      for (; zeroCount >= 16; zeroCount -= 16) this.#addCode(bands.codes, longRun);
      this.#addValue(bands.codes, zeroCount << 4, value);
      zeroCount = 0;
    }
    // Nothing more comes in this block.
    if (zeroCount > 0) this.#addCode(bands.codes, 0);
  }

  #round(block: Float32Array, at: number): number {
    return Math.round((block[at] as number) * (this.#factors[at] as number));
  }

  /** A value is its size by a code, together with the zeros before it, and as many bits. */
  #addValue(codes: Uint32Array, symbol: number, value: number): void {
    const size = 32 - Math.clz32(Math.abs(value));
    this.#addCode(codes, symbol | size);
    if (size > 0) this.#writer.addBits(value < 0 ? value + (1 << size) - 1 : value, size);
  }

  #addCode(codes: Uint32Array, symbol: number): void {
    const code = codes[symbol] as number;
    this.#writer.addBits(code & 0xffff, code >>> 16);
  }
}
