/** So many bytes may be read ahead of the last bit of a scan. */
const aheadBytesMax = 8;

/** Reads the bits of a scan up to the next marker, where only zeros follow, and not many of them. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #bits = 0;
  #count = 0;
  #aheadCount = 0;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#at = start;
  }

  /** Where the next marker stands, once all of the scan is read. */
  get at(): number {
    return this.#at;
  }

  /** The next bits, at most 16, which stay where they are. */
  peek(count: number): number {
    if (this.#count < count) this.#fill();
    return (this.#bits >>> (this.#count - count)) & ((1 << count) - 1);
  }

  /** Passes over bits that were peeked at. */
  skip(count: number): void {
    this.#count -= count;
  }

  read(count: number): number {
    if (count === 0) return 0;
    const value = this.peek(count);
    this.#count -= count;
    return value;
  }

  /** A number of so many bits, of which the lower half stands for negative ones. */
  readSigned(count: number): number {
    const value = this.read(count);
    return count > 0 && value < 1 << (count - 1) ? value - (1 << count) + 1 : value;
  }

  /** Passes over a restart marker, which has to stand here. */
  restart(): void {
    const marker = this.#bytes[this.#at + 1] ?? 0;
    if (this.#bytes[this.#at] !== 0xff || marker < 0xd0 || marker > 0xd7)
      throw new Error("A restart marker is missing.");
    this.#at += 2;
    this.#bits = 0;
    this.#count = 0;
    this.#aheadCount = 0;
  }

  #fill(): void {
    while (this.#count <= 24) {
      this.#bits = (this.#bits << 8) | this.#takeByte();
      this.#count += 8;
    }
  }

  #takeByte(): number {
    const byte = this.#bytes[this.#at] ?? 0xff;
    if (byte !== 0xff) {
      this.#at += 1;
      return byte;
    }
    if (this.#bytes[this.#at + 1] === 0) {
      this.#at += 2;
      return byte;
    }
    this.#aheadCount += 1;
    if (this.#aheadCount > aheadBytesMax) throw new Error("The scan is cut short.");
    return 0;
  }
}
