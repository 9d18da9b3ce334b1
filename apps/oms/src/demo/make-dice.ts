/** Makes dice that fall the same way for the same seed: `roll(6)` gives 0 to 5. */
export function makeDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    // The generator of Park and Miller, whose products stay exact.
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
}
