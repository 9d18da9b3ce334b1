/** A deterministic random generator, seeded by a text. */
export type Dice = {
  /** A whole number from 0 up to, but not including, the bound. */
  readonly below: (bound: number) => number;
  /** A number between two others. */
  readonly between: (from: number, to: number) => number;
  /** Returns true with this probability. */
  readonly happens: (likelihood: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** A generator for a subject, independent of how often this one was used. */
  readonly for: (subject: string) => Dice;
};

/** Creates a generator: the seed is hashed with FNV-1a and one more mix; the numbers come from mulberry32. */
export function makeDice(words: string): Dice {
  let state = hash(words);
  const throwOnce = (): number => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(throwOnce() * bound);
  return {
    below,
    between: (from, to) => from + (to - from) * throwOnce(),
    happens: (likelihood) => throwOnce() < likelihood,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError("Nothing can be picked from nothing.");
      return item;
    },
    for: (subject) => makeDice(`${words}/${subject}`),
  };
}

function hash(words: string): number {
  let mixed = 0x811c_9dc5;
  for (const byte of new TextEncoder().encode(words)) mixed = Math.imul(mixed ^ byte, 0x0100_0193);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
