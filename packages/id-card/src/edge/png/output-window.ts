/** Takes what was inflated, some thousand bytes at a time; gives false where no more is wanted. */
export type Sink = (bytes: Uint8Array) => boolean;

/** So far back may be repeated, and so much is made before it is handed on. */
const windowBytes = 32_768;

/** Keeps the last of what was inflated, to be repeated, and hands on what is new. */
export class OutputWindow {
  readonly #bytes = new Uint8Array(2 * windowBytes);
  readonly #sink: Sink;
  #at = windowBytes;
  #madeBytes = 0;
  #isWanted = true;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** Whether the sink takes any more. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  add(byte: number): void {
    this.#bytes[this.#at] = byte;
    this.#at += 1;
    this.#madeBytes += 1;
    if (this.#at === this.#bytes.length) this.#handOn();
  }

  repeat(length: number, distance: number): void {
    if (distance > this.#madeBytes) throw new Error("What is to be repeated was never there.");
    for (let i = 0; i < length && this.#isWanted; i += 1)
      this.add(this.#bytes[this.#at - distance] as number);
  }

  /** Hands on what is left. */
  finish(): void {
    if (this.#isWanted) this.#handOn();
  }

  #handOn(): void {
    this.#isWanted = this.#sink(this.#bytes.subarray(windowBytes, this.#at));
    this.#bytes.copyWithin(0, this.#at - windowBytes, this.#at);
    this.#at = windowBytes;
  }
}
