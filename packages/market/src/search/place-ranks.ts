import { inStretches, type Steps } from "./steps.ts";

/**
 * Tells which text a place in a long row of texts belongs to, by a bit at each beginning and a count every 32 places:
 * two bits a place, where a number for each would take thirty-two.
 */
export type PlaceRanks = Uint32Array;

/** Marks where texts begin; the first begins at 0. */
export function* placeRanks(starts: Int32Array, count: number, size: number): Steps<PlaceRanks> {
  const ranks = new Uint32Array(2 * ((size >>> 5) + 1));
  yield* inStretches(count, (from, to) => {
    for (let i = from; i < to; i += 1) {
      const start = starts[i] as number;
      const at = 2 * (start >>> 5) + 1;
      ranks[at] = (ranks[at] as number) | (1 << (start & 31));
    }
  });
  let before = 0;
  yield* inStretches(ranks.length >> 1, (from, to) => {
    for (let at = 2 * from; at < 2 * to; at += 2) {
      ranks[at] = before;
      before += countBits(ranks[at + 1] as number);
    }
  });
  return ranks;
}

/** The number of the text that a place belongs to. */
export function rankOfPlace(ranks: PlaceRanks, place: number): number {
  const at = 2 * (place >>> 5);
  const bits = (ranks[at + 1] as number) & (0xffff_ffff >>> (31 - (place & 31)));
  return (ranks[at] as number) + countBits(bits) - 1;
}

/** Where the text with a number begins. */
export function placeOfRank(ranks: PlaceRanks, rank: number): number {
  let from = 0;
  let to = (ranks.length >> 1) - 1;
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if ((ranks[2 * middle] as number) <= rank) from = middle;
    else to = middle - 1;
  }
  let bits = ranks[2 * from + 1] as number;
  for (let left = rank - (ranks[2 * from] as number); left > 0; left -= 1) bits &= bits - 1;
  return 32 * from + 31 - Math.clz32(bits & -bits);
}

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
