/** Rolls from 0 up to below the number of sides. */
export type Dice = (sides: number) => number;

/** Makes dice that fall the same way for the same seed. */
export function makeDice(seed: number): Dice {
  // The generator of Park and Miller, whose products stay exact; 0 would stay 0.
  let state = (seed % 2_147_483_646) + 1;
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
}

/** Makes the dice of one client of many, so that neighbours do not roll alike. */
export function makeDiceOf(seed: number, index: number): Dice {
  return makeDice(seed + index * 7_919);
}

/** Picks one of several. */
export function pick<Member>(dice: Dice, members: readonly Member[]): Member {
  if (members.length === 0) throw new RangeError("There is nothing to pick from.");
  return members[dice(members.length)] as Member;
}

/** Rolls as many bytes. */
export function randomBytes(dice: Dice, count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, () => dice(256)));
}
