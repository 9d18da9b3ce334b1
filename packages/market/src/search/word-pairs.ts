/**
 * Which words stand side by side in some name: a bit for each pair, by a hash. A pair without its bit stands nowhere; one
 * with it nearly always does. So most phrases that no name has are known at once, however common their words are.
 */
export type WordPairs = Uint32Array;

/** So few of thirty-two bits are set that a pair that stands nowhere is seldom taken for another. */
const bitsPerPlace = 4;

/** Notes every pair of a sequence of names, each of them behind a −1. */
export function wordPairs(sequence: Int32Array): WordPairs {
  const pairs = new Uint32Array(2 ** Math.max(0, 27 - Math.clz32(sequence.length * bitsPerPlace)));
  for (let place = 1; place < sequence.length; place += 1) {
    const bit = bitOf(pairs, sequence[place - 1] as number, sequence[place] as number);
    pairs[bit >>> 5] = (pairs[bit >>> 5] as number) | (1 << (bit & 31));
  }
  return pairs;
}

/** Whether two words may stand side by side. */
export function mayStandTogether(pairs: WordPairs, left: number, right: number): boolean {
  const bit = bitOf(pairs, left, right);
  return ((pairs[bit >>> 5] as number) & (1 << (bit & 31))) !== 0;
}

function bitOf(pairs: WordPairs, left: number, right: number): number {
  const mixed = Math.imul(Math.imul(left, 0x9e37_79b1) ^ right, 0x85eb_ca6b);
  return (mixed ^ (mixed >>> 15)) & (pairs.length * 32 - 1);
}
