import type { Problem, Side } from "./card-reading.ts";
import type { FoundSide } from "./find-side.ts";
import { nameProblem } from "./name-problems.ts";

/** The sides as they are, rather than as they were sent. */
export interface SortedSides {
  readonly front: FoundSide | undefined;
  readonly back: FoundSide | undefined;
  readonly isSwapped: boolean;
  readonly problems: readonly Problem[];
}

/** Puts swapped sides right, and takes a side that was sent as the other one out. The lines are on backs alone. */
export function sortSides(sent: Partial<Record<Side, FoundSide>>): SortedSides {
  const { front, back } = sent;
  const isFrontBack = front !== undefined && isBack(front);
  const isBackFront = back !== undefined && !isBack(back) && isFrontOf2021(back);
  if (isFrontBack && back !== undefined && !isBack(back)) {
    return { front: back, back: front, isSwapped: true, problems: [] };
  }
  if (isFrontBack) {
    const problems = [nameProblem("front", "is-back")];
    return { front: undefined, back: back ?? front, isSwapped: false, problems };
  }
  if (isBackFront) {
    const isSecondFront = front !== undefined && isFrontOf2021(front);
    if (isSecondFront) {
      return { front, back: undefined, isSwapped: false, problems: [nameProblem("back", "is-front")] };
    }
    return { front: back, back: front, isSwapped: true, problems: [] };
  }
  return { front, back, isSwapped: false, problems: [] };
}

function isBack(found: FoundSide): boolean {
  return found.mrz !== undefined;
}

/** A code without lines is on the front of 2021 alone, as far as the lines of the other card's back were not lost. */
function isFrontOf2021(found: FoundSide): boolean {
  return found.mrz === undefined && found.qr !== undefined;
}
