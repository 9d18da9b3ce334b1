/** A pseudo-random generator that gives the same numbers for the same seed. */
export interface Random {
  /** An integer from 0 to just below a bound, which is at most 2^32. */
  below(bound: number): number;
}

/**
 * Creates a separate generator for each name under a seed, so that symbols do not influence each other. The algorithm is sfc32,
 * which passes the usual statistical tests with four words of 32 bits.
 */
export function createRandom(seed: number, name: string): Random {
  let [a, b, counter] = [hashOf(`a${seed}/${name}`), hashOf(`b${seed}/${name}`), 1];
  let x = hashOf(`x${seed}/${name}`);
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (x + (x << 3)) | 0;
    x = ((x << 21) | (x >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let round = 0; round < warmUpRounds; round += 1) next();
  // The remainder prefers small numbers by one part in 2^32 / bound, which does not matter in a simulation.
  return { below: (bound) => next() % bound };
}

/** The author of sfc32 recommends this many rounds to mix the seed. */
const warmUpRounds = 15;

/** FNV-1a, over the code units of a text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}
