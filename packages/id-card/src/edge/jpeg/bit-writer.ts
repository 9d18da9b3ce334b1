/** Writes a file byte by byte, and the scan in it bit by bit. */
export class BitWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  #bits = 0;
  #count = 0;

  constructor(expectedBytes: number) {
    this.#bytes = new Uint8Array(expectedBytes);
  }

  /** Adds whole bytes, as they stand outside of a scan. */
  addBytes(bytes: ArrayLike<number>): void {
    for (let k = 0; k < bytes.length; k += 1) this.#put(bytes[k] as number);
  }

  /** Adds the lowest bits of a number to the scan, at most 16 of them. */
  addBits(bits: number, count: number): void {
    this.#bits = (this.#bits << count) | bits;
    this.#count += count;
    while (this.#count >= 8) {
      this.#count -= 8;
      const byte = (this.#bits >>> this.#count) & 255;
      this.#put(byte);
      // A byte of ones would begin a marker.
      if (byte === 255) this.#put(0);
    }
  }

  /** Fills the last byte of the scan with ones, which no code consists of. */
  endScan(): void {
    if (this.#count > 0) this.addBits((1 << (8 - this.#count)) - 1, 8 - this.#count);
  }

  /** All that was written, in memory of its own. */
  take(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #put(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2 + 1_024);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }
}
