import { type ByteText, reserveBytes } from "./byte-text.ts";
import { IntList } from "./int-list.ts";
import { inStretches, type Steps } from "./steps.ts";

/** Words in the order in which they are first met. */
export type CollectedWords = {
  readonly text: Uint8Array;
  readonly starts: Int32Array;
  /** The words of all names by their numbers, and −1 in front of each name. */
  readonly sequence: Int32Array;
};

const vacant = -1;
/** Names of instruments have five words and a beginning, with room for more; what is not written to costs nothing. */
const wordsExpected = 10;

/** Gives every different word a number, by a hash table of words that are kept as bytes alone. */
export class WordCollector {
  readonly #text: ByteText = { bytes: new Uint8Array(256), size: 0 };
  readonly #starts = new IntList();
  readonly #sequence = new IntList();
  #slots: Int32Array = new Int32Array(64).fill(vacant);

  constructor(nameCount: number) {
    // Moving millions of numbers to a larger room would take longer than a step may.
    this.#sequence.reserve(wordsExpected * nameCount);
  }

  beginName(): void {
    this.#sequence.push(vacant);
  }

  add(text: Uint8Array, start: number, end: number): void {
    const slot = this.#findSlot(text, start, end);
    const known = this.#slots[slot] as number;
    const word = known === vacant ? this.#starts.count : known;
    this.#sequence.push(word);
    if (known !== vacant) return;
    this.#slots[slot] = word;
    this.#starts.push(this.#text.size);
    reserveBytes(this.#text, end - start + 1);
    for (let i = start; i < end; i += 1) this.#text.bytes[this.#text.size++] = text[i] as number;
    this.#text.bytes[this.#text.size++] = 0;
    if (2 * this.#starts.count > this.#slots.length) this.#grow();
  }

  *finish(): Steps<CollectedWords> {
    const { values, count } = this.#sequence;
    const sequence = new Int32Array(count);
    yield* inStretches(count, (from, to) => sequence.set(values.subarray(from, to), from));
    return {
      text: this.#text.bytes.slice(0, this.#text.size),
      starts: this.#starts.toArray(),
      sequence,
    };
  }

  /** Where a word is, or where it would go. */
  #findSlot(text: Uint8Array, start: number, end: number): number {
    let hash = 0;
    for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ (text[i] as number), 0x0100_0193);
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (this.#slots[slot] !== vacant) {
      if (this.#isWord(this.#starts.values[this.#slots[slot] as number] as number, text, start, end)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #isWord(known: number, text: Uint8Array, start: number, end: number): boolean {
    const { bytes } = this.#text;
    for (let i = start; i < end; i += 1) if (bytes[known + i - start] !== text[i]) return false;
    return bytes[known + end - start] === 0;
  }

  #grow(): void {
    this.#slots = new Int32Array(2 * this.#slots.length).fill(vacant);
    const { bytes } = this.#text;
    for (let word = 0; word < this.#starts.count; word += 1) {
      const start = this.#starts.values[word] as number;
      const end = (this.#starts.values[word + 1] ?? 0) - 1;
      const isLast = word === this.#starts.count - 1;
      this.#slots[this.#findSlot(bytes, start, isLast ? this.#text.size - 1 : end)] = word;
    }
  }
}
