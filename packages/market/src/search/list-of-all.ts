import type { Segment } from "./segment.ts";
import { inStretches, type Steps, takeSteps } from "./steps.ts";

/** The list of the best rows of all. */
export function listOfAll(segment: Segment): number {
  const { all } = segment.best;
  if (all.isSpent(0)) takeSteps(gatherAll(segment));
  return 0;
}

/** Gathers the best rows of all. */
export function* gatherAll({ values, best: { all } }: Segment): Steps<void> {
  all.begin(0);
  yield* inStretches(values.length, (from, to) => {
    for (let row = from; row < to; row += 1) all.offer(0, row);
  });
  all.finish(0);
}
