/**
 * Where in a sorted list the texts with each first two bytes begin, so that a look-up begins near its end. Small lists
 * have none.
 */
export type BytePairs = Int32Array | undefined;

const listedCountMin = 2_048;
/** Folded text has digits, upper-case letters and few signs; whatever is beyond them shares one code. */
const codeFirst = 0x20;
const codeLast = 0x5b;
const codeCount = codeLast - codeFirst + 2;

/** Notes where each pair begins. */
export function bytePairs(text: Uint8Array, places: Int32Array, count: number): BytePairs {
  if (count < listedCountMin) return undefined;
  const pairs = new Int32Array(codeCount * codeCount + 1);
  for (let i = 0; i < count; i += 1) {
    const place = places[i] as number;
    const at = pairOf(text[place] as number, text[place] === 0 ? 0 : (text[place + 1] as number)) + 1;
    pairs[at] = (pairs[at] as number) + 1;
  }
  for (let at = 1; at < pairs.length; at += 1) pairs[at] = (pairs[at] as number) + (pairs[at - 1] as number);
  return pairs;
}

/** The number of a pair; pairs that come later have no smaller one. */
export function pairOf(first: number, second: number): number {
  return codeOf(first) * codeCount + codeOf(second);
}

function codeOf(byte: number): number {
  if (byte < codeFirst) return 0;
  return Math.min(byte, codeLast) - codeFirst + 1;
}
