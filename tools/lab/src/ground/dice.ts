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
