/** Returns a random whole number from 0 up to, but not including, `sides`. */
export type Dice = (sides: number) => number;

/** Creates a deterministic generator from a seed. */
export function makeDice(seed: number): Dice {
  // The Park–Miller generator, whose products are exact in a double. A state of 0 would stay 0.
  let state = (seed % 2_147_483_646) + 1;
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
}

/** Creates a generator for one of many clients, so that their numbers differ. */
export function makeDiceOf(seed: number, index: number): Dice {
  return makeDice(seed + index * 7_919);
}

/** Picks one member at random. */
export function pick<Member>(dice: Dice, members: readonly Member[]): Member {
  if (members.length === 0) throw new RangeError("There is nothing to pick from.");
  return members[dice(members.length)] as Member;
}

/** Makes a number of random bytes. */
export function randomBytes(dice: Dice, count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, () => dice(256)));
}
