import { wasInMiddle } from "./was-in-middle.ts";
import type { WatchRun } from "./watch-run.ts";

/** A round may be over for a server before it is killed: then it is tried again, so often. */
const killsInVainMax = 4;

/** Whether another server is to be killed: as many as were asked for, and then until one was in the middle of a round. */
export function isKillDue({
  killCount,
  interruptions,
}: Pick<WatchRun, "killCount" | "interruptions">): boolean {
  if (interruptions.length < killCount) return true;
  return interruptions.length < killCount + killsInVainMax && !interruptions.some(wasInMiddle);
}
