import { inStretches, type Steps } from "./steps.ts";

/** Which four bytes stand at some places, by a bit for each that others may share; none where there are few places. */
export type ByteGrams = { readonly bits: Uint32Array; readonly shift: number } | undefined;

/** Shorter terms are asked of the places themselves: three letters stand nearly everywhere. */
export const gramSize = 4;

const listedCountMin = 2_048;

/** Notes which four bytes begin at each place, where the text does not end before. */
export function* byteGrams(text: Uint8Array, places: Int32Array): Steps<ByteGrams> {
  const count = places.length;
  if (count < listedCountMin) return undefined;
  // Two to four bits a place; about half of the places have four bytes behind them.
  const bitCountLog2 = 33 - Math.clz32(count);
  const bits = new Uint32Array(2 ** (bitCountLog2 - 5));
  const shift = 32 - bitCountLog2;
  yield* inStretches(count, (from, to) => {
    for (let i = from; i < to; i += 1) {
      const place = places[i] as number;
      if (hasEnd(text, place)) continue;
      const bit = bitOf(gramAt(text, place), shift);
      bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31));
    }
  });
  return { bits, shift };
}

/** Whether some place may begin with the four bytes of a term; where it says no, none does. */
export function mayHaveGram(
  { bits, shift }: NonNullable<ByteGrams>,
  term: Uint8Array,
  start: number,
): boolean {
  const bit = bitOf(gramAt(term, start), shift);
  return (((bits[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1;
}

function hasEnd(text: Uint8Array, place: number): boolean {
  for (let i = place; i < place + gramSize - 1; i += 1) if (text[i] === 0) return true;
  return false;
}

function gramAt(text: Uint8Array, place: number): number {
  const first = ((text[place] as number) << 8) | (text[place + 1] as number);
  return (first << 16) | ((text[place + 2] as number) << 8) | (text[place + 3] as number);
}

function bitOf(gram: number, shift: number): number {
  return Math.imul(gram ^ (gram >>> 15), 0x9e37_79b1) >>> shift;
}
