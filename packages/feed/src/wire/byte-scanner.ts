import { isSymbolText } from "./read-text.ts";
import { symbolLengthMax } from "./symbol-length-max.ts";

/** More digits are read by whoever reads them exactly. */
const digitsMax = 15;
const quote = 0x22;
const backslash = 0x5c;
const objectStart = 0x7b;
const objectEnd = 0x7d;

/**
 * As many symbols and prices are remembered, each in the one place that its digits or letters lead to. All scanners share
 * them, since what they hold depends on nothing but the bytes.
 */
const placesBits = 13;
const placesCount = 2 ** placesBits;
const placesShift = 32 - placesBits;
/** Prices are multiples of their steps; this leads them apart. */
const spread = 0x9e3779b1;
const symbols = new Array<string | undefined>(placesCount).fill(undefined);
const priceNumbers = new Float64Array(placesCount);
const prices = new Array<bigint | undefined>(placesCount).fill(undefined);

/** Which bytes a symbol may have. */
const isOfSymbol = Uint8Array.from({ length: 256 }, (_, byte) =>
  isSymbolText(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * Reads from bytes on the way to their end. A symbol and a price that were read before are the same text and the same value
 * again, so that nothing has to be made of most bytes.
 */
export class ByteScanner {
  /** Where it has come to. */
  at: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes;
    this.at = from;
  }

  isAtEnd(): boolean {
    return this.at === this.#bytes.length;
  }

  /** Goes past what is an object, if it is one of JSON at all: whether it is, nobody has looked. */
  skipObject(): boolean {
    const bytes = this.#bytes;
    if (bytes[this.at] !== objectStart) return false;
    let isInText = false;
    let depth = 0;
    for (let at = this.at; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === quote) isInText = !isInText;
      else if (isInText) {
        if (byte === backslash) at += 1;
      } else if (byte === objectStart) depth += 1;
      else if (byte === objectEnd) depth -= 1;
      if (depth > 0) continue;
      this.at = at + 1;
      return true;
    }
    return false;
  }

  /** Goes past a byte, if it is there. */
  skip(byte: number): boolean {
    if (this.#bytes[this.at] !== byte) return false;
    this.at += 1;
    return true;
  }

  /** Goes past all of these, if they are there. */
  skipAll(text: Uint8Array): boolean {
    const bytes = this.#bytes;
    const at = this.at;
    for (let i = 0; i < text.length; i += 1) if (bytes[at + i] !== text[i]) return false;
    this.at = at + text.length;
    return true;
  }

  /** Reads a whole number above 0 that is written with few digits; 0 where there is none. */
  positive(): number {
    const bytes = this.#bytes;
    const from = this.at;
    let at = from;
    let number = 0;
    for (;;) {
      const digit = (bytes[at] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) break;
      number = number * 10 + digit;
      at += 1;
    }
    if (at - from > digitsMax || bytes[from] === 0x30) return 0;
    this.at = at;
    return number;
  }

  /** Reads a price; those that were read just before are the same values. */
  price(): bigint | undefined {
    const number = this.positive();
    if (number === 0) return undefined;
    const place = Math.imul(number | 0, spread) >>> placesShift;
    const known = prices[place];
    if (known !== undefined && priceNumbers[place] === number) return known;
    const price = BigInt(number);
    prices[place] = price;
    priceNumbers[place] = number;
    return price;
  }

  /** Reads a symbol and the quotation mark behind it. */
  symbol(): string | undefined {
    const bytes = this.#bytes;
    const from = this.at;
    let at = from;
    let hash = 0;
    for (; isOfSymbol[bytes[at] ?? 0] === 1; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
    const length = at - from;
    if (length === 0 || length > symbolLengthMax || bytes[at] !== quote) return undefined;
    this.at = at + 1;
    const place = hash & (placesCount - 1);
    const known = symbols[place];
    if (known !== undefined && this.#isAt(known, from)) return known;
    let symbol = "";
    for (let i = from; i < at; i += 1) symbol += String.fromCharCode(bytes[i] ?? 0);
    symbols[place] = symbol;
    return symbol;
  }

  #isAt(symbol: string, from: number): boolean {
    const bytes = this.#bytes;
    const { length } = symbol;
    for (let i = 0; i < length; i += 1) if (symbol.charCodeAt(i) !== bytes[from + i]) return false;
    return bytes[from + length] === quote;
  }
}
