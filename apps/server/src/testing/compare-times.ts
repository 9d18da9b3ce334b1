/** Tells whether two requests differ in time, on a machine that does other work too. */

const pairCount = 300;
const roundCount = 6;

/**
 * By what part one request takes longer than another. It is the least of some rounds: other work of the machine disturbs one or
 * another, a difference of the code shows in each. It ends early with a round whose difference is at most `partMax`.
 */
export async function findDifference(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  partMax: number,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < roundCount && Math.abs(least) > partMax; round += 1) {
    const oneMs: number[] = [];
    const otherMs: number[] = [];
    for (let pair = 0; pair < pairCount; pair += 1) {
      if (pair % 2 === 0) oneMs.push(await measureMs(one));
      otherMs.push(await measureMs(other));
      if (pair % 2 === 1) oneMs.push(await measureMs(one));
    }
    const difference = medianOf(oneMs) / medianOf(otherMs) - 1;
    if (Math.abs(difference) < Math.abs(least)) least = difference;
  }
  return least;
}

async function measureMs(request: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await request();
  return performance.now() - beganMs;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
