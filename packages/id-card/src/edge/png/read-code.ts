import type { BitSource } from "./bit-source.ts";
import type { Codes } from "./make-codes.ts";

const lengthMax = 15;
const lookupBits = 9;

/** Reads one symbol; throws where none has such a code. */
export function readCode(source: BitSource, codes: Codes): number {
  const entry = codes.lookup[source.peek(lookupBits)] as number;
  if (entry === 0) return readLongCode(source, codes);
  source.skip(entry & 15);
  return entry >> 4;
}

function readLongCode(source: BitSource, { counts, symbols }: Codes): number {
  const bits = source.peek(lengthMax);
  let code = 0;
  let first = 0;
  let index = 0;
  for (let length = 1; length <= lengthMax; length += 1) {
    code = (code << 1) | ((bits >> (length - 1)) & 1);
    const count = counts[length] as number;
    first <<= 1;
    if (code < first + count) {
      source.skip(length);
      return symbols[index + code - first] as number;
    }
    first += count;
    index += count;
  }
  throw new Error("A code stands for nothing.");
}
