/** A seeded random generator: `roll(6)` returns 0 to 5. */
export function makeDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    // The generator of Park and Miller. Its products are exact as numbers.
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
}
