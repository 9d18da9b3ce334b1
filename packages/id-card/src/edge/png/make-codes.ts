/** Codes as they are read: short ones by a table, which costs little to make, and longer ones bit by bit. */
export type Codes = {
  /** For each nine bits that may come next, the symbol and how many of them are its code; 0 for longer ones. */
  readonly lookup: Uint16Array;
  /** How many codes there are of each length. */
  readonly counts: Uint16Array;
  /** The symbols in the order of their codes. */
  readonly symbols: Uint16Array;
};

const lengthMax = 15;
const lookupBits = 9;

/** Makes codes of their lengths; throws where there are more than can be told apart, or fewer than there could be. */
export function makeCodes(lengths: Uint8Array): Codes {
  const counts = new Uint16Array(lengthMax + 1);
  for (const length of lengths) counts[length] = (counts[length] as number) + 1;
  counts[0] = 0;
  const offsets = new Uint16Array(lengthMax + 2);
  let left = 1;
  for (let length = 1; length <= lengthMax; length += 1) {
    const count = counts[length] as number;
    left = 2 * left - count;
    if (left < 0) throw new Error("There are too many codes.");
    offsets[length + 1] = (offsets[length] as number) + count;
  }
  const symbolCount = offsets[lengthMax + 1] as number;
  if (left > 0 && symbolCount > (counts[1] as number)) throw new Error("There are too few codes.");
  const symbols = new Uint16Array(symbolCount);
  lengths.forEach((length, symbol) => {
    if (length === 0) return;
    symbols[offsets[length] as number] = symbol;
    offsets[length] = (offsets[length] as number) + 1;
  });
  return { lookup: makeLookup(counts, symbols), counts, symbols };
}

function makeLookup(counts: Uint16Array, symbols: Uint16Array): Uint16Array {
  const lookup = new Uint16Array(1 << lookupBits);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= lookupBits; length += 1, code <<= 1) {
    for (const end = index + (counts[length] as number); index < end; index += 1, code += 1) {
      const entry = ((symbols[index] as number) << 4) | length;
      for (let at = reverse(code, length); at < lookup.length; at += 1 << length) lookup[at] = entry;
    }
  }
  return lookup;
}

/** A code is written from its highest bit on. */
function reverse(code: number, length: number): number {
  let reversed = 0;
  for (let i = 0; i < length; i += 1) reversed |= ((code >> i) & 1) << (length - 1 - i);
  return reversed;
}
