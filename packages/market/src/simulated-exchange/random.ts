/** A source of numbers that look random and are the same for the same seed. */
export interface Random {
  /** Gives a whole number from 0 to just below a bound, which is at most 2^32. */
  below(bound: number): number;
}

/**
 * Makes a source of its own for each name under a seed, so that what one symbol does takes nothing from another's
 * luck. It is sfc32, which passes the usual batteries of tests in four words of 32 bits.
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
  // A remainder prefers small numbers by one part in 2^32 / bound, which nobody sees in a simulation.
  return { below: (bound) => next() % bound };
}

/** As many as its author advises before the words of a seed are mixed. */
const warmUpRounds = 15;

/** FNV-1a, over the code units of a text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}
