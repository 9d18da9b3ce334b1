/** Long work, done a step at a time so that others may go on in between; each step tells how much it has looked at. */
export type Steps<Result> = Generator<number, Result>;

/** The most that a step looks at: places of a text or of a list, of which each takes nanoseconds. */
export const stepSizeMax = 16_384;

/** Does work on a long list, a stretch of it at a time; each of its members may stand for several places. */
export function* inStretches(
  count: number,
  work: (from: number, to: number) => void,
  placesEach: number = 1,
): Steps<void> {
  const stretchMax = Math.floor(stepSizeMax / placesEach);
  for (let from = 0; from < count; from += stretchMax) {
    const to = Math.min(count, from + stretchMax);
    work(from, to);
    yield (to - from) * placesEach;
  }
}

/** Takes every step at one stroke. */
export function takeSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
