import type { CoverState } from "./cover-state.ts";

/** Renders a state in words that go into a line, so that two states are alike where their texts are. */
export function renderCoverState({ isHeld, coveredVnd, episodeNumber, isCalled }: CoverState): string {
  return `${isHeld ? coveredVnd : "closed"} ${episodeNumber} ${isCalled ? "called" : "quiet"}`;
}

/** Reads what was rendered. */
export function readCoverState(text: string): CoverState {
  const [covered = "closed", episodeNumber = "0", word] = text.split(" ");
  const isHeld = covered !== "closed";
  return {
    isHeld,
    coveredVnd: isHeld ? BigInt(covered) : 0n,
    episodeNumber: Number(episodeNumber),
    isCalled: word === "called",
  };
}
