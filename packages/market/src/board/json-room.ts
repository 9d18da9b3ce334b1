import { encodeUtf8 } from "./encode-utf8.ts";
import { renderDecimal } from "./render-decimal.ts";

declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const zero = 48;
const dot = 46;
const minus = 45;
const asciiMax = 127;

/** A whole number is written in halves that the processor divides as they are. */
const half = 1_000_000_000;
const digitsInHalf = 9;
const numberBytesMax = 24;

const decoder = new TextDecoder();

/**
 * Room into which JSON is written as bytes of UTF-8, over and over. The runtime keeps every number that it has turned
 * into a text for the next time, and thousands a second that never come again had to be copied, and then collected, for nothing.
 */
export class JsonRoom {
  #bytes: Uint8Array<ArrayBuffer>;
  #end = 0;

  constructor(expectedBytes = 512) {
    this.#bytes = new Uint8Array(expectedBytes);
  }

  /** Begins anew behind what stands up to a place, which has been written before. */
  begin(place = 0): this {
    this.#end = place;
    return this;
  }

  /** What is written now, until more is: whoever holds it longer copies it. Not to be written to. */
  written(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#end);
  }

  /** The same as a text. */
  toText(): string {
    return decoder.decode(this.written());
  }

  /** Writes what is bytes of UTF-8 already. */
  bytes(part: Uint8Array): this {
    this.#reserve(part.length);
    this.#bytes.set(part, this.#end);
    this.#end += part.length;
    return this;
  }

  /** Writes a text as it stands; what is to be a text of JSON has its quotes with it. */
  text(text: string): this {
    this.#reserve(text.length);
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      if (unit > asciiMax) return this.bytes(encodeUtf8(text.slice(i)));
      this.#bytes[this.#end] = unit;
      this.#end += 1;
    }
    return this;
  }

  /** Writes a number as the language does. */
  number(value: number): this {
    if (!Number.isSafeInteger(value)) return this.text(`${value}`);
    this.#reserve(numberBytesMax);
    if (value < 0) this.#byte(minus);
    const size = Math.abs(value);
    const upper = Math.floor(size / half);
    if (upper === 0) {
      this.#digits(size, countDigits(size));
      return this;
    }
    this.#digits(upper, countDigits(upper));
    this.#digits(size - upper * half, digitsInHalf);
    return this;
  }

  /** Writes thousandths as the exact decimal number of JSON. */
  decimal(thousandths: bigint): this {
    const value = Number(thousandths);
    if (!Number.isSafeInteger(value)) return this.text(renderDecimal(thousandths));
    this.#reserve(numberBytesMax);
    if (value < 0) this.#byte(minus);
    const size = Math.abs(value);
    const whole = Math.floor(size / 1_000);
    this.number(whole);
    const fraction = size - whole * 1_000;
    if (fraction === 0) return this;
    this.#byte(dot);
    if (fraction % 10 !== 0) this.#digits(fraction, 3);
    else if (fraction % 100 !== 0) this.#digits(fraction / 10, 2);
    else this.#digits(fraction / 100, 1);
    return this;
  }

  /** Writes a bigint as it is. */
  exact(value: bigint): this {
    const small = Number(value);
    return Number.isSafeInteger(small) ? this.number(small) : this.text(`${value}`);
  }

  #byte(byte: number): void {
    this.#bytes[this.#end] = byte;
    this.#end += 1;
  }

  #digits(value: number, count: number): void {
    let rest = value | 0;
    for (let place = this.#end + count - 1; place >= this.#end; place -= 1) {
      const tenth = (rest / 10) | 0;
      this.#bytes[place] = zero + rest - tenth * 10;
      rest = tenth;
    }
    this.#end += count;
  }

  #reserve(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    const needed = this.#end + length;
    const grown = new Uint8Array(needed + (needed >>> 1));
    grown.set(this.written());
    this.#bytes = grown;
  }
}

function countDigits(value: number): number {
  let count = 1;
  for (let least = 10; least <= value; least *= 10) count += 1;
  return count;
}
