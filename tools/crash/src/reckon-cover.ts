import type { CoverState, CoverStep } from "./cover-state.ts";
import { coveredStock } from "./covered-stock.ts";

/** What a step has to come to, reckoned here and not by those who are judged. */
export function reckonCover(before: CoverState, step: CoverStep): CoverState {
  switch (step.kind) {
    case "open":
      if (before.isHeld) return before;
      return { isHeld: true, coveredVnd: 0n, episodeNumber: before.episodeNumber + 1, isCalled: true };
    case "close":
      return { ...before, isHeld: false, coveredVnd: 0n, isCalled: false };
    case "cover":
      return cover(before, step.amountVnd);
  }
}

/** Nothing is released below what is needed; a raise up to there answers the call. */
function cover(before: CoverState, amountVnd: bigint): CoverState {
  const isEnough = amountVnd >= coveredStock.neededVnd;
  if (amountVnd < before.coveredVnd && !isEnough) return before;
  return { ...before, coveredVnd: amountVnd, isCalled: before.isCalled && !isEnough };
}
