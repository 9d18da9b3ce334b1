import type { Interruption } from "./watch-run.ts";

/** Whether a server was killed after some of a round was judged, and left some of it behind. */
export function wasInMiddle({ judgedCount, leftCount }: Interruption): boolean {
  return judgedCount > 0 && leftCount > 0;
}
