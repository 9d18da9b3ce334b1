/** Reads bits, the lowest of a byte first, of bytes that come in parts. */
export class BitSource {
  readonly #parts: readonly Uint8Array[];
  #partIndex = 0;
  #part = new Uint8Array();
  #at = 0;
  #bits = 0;
  #count = 0;

  constructor(parts: readonly Uint8Array[]) {
    this.#parts = parts;
  }

  /** The next bits, at most 16, which stay where they are; behind the end there are zeros. */
  peek(count: number): number {
    while (this.#count < count) {
      const byte = this.#takeByte();
      if (byte === undefined) break;
      this.#bits |= byte << this.#count;
      this.#count += 8;
    }
    return this.#bits & ((1 << count) - 1);
  }

  /** Passes over bits that were peeked at; throws where they are not there. */
  skip(count: number): void {
    if (count > this.#count) throw new Error("The stream is cut short.");
    this.#bits >>>= count;
    this.#count -= count;
  }

  read(count: number): number {
    const value = this.peek(count);
    this.skip(count);
    return value;
  }

  /** Passes over what is left of a byte. */
  align(): void {
    this.skip(this.#count & 7);
  }

  #takeByte(): number | undefined {
    while (this.#at === this.#part.length) {
      const part = this.#parts[this.#partIndex];
      if (part === undefined) return undefined;
      this.#partIndex += 1;
      this.#part = part as Uint8Array<ArrayBuffer>;
      this.#at = 0;
    }
    this.#at += 1;
    return this.#part[this.#at - 1];
  }
}
