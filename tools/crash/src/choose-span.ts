/** How far a check has come, and how far it has to. */
export type Progress = {
  /** How many processes are still to be killed at least. */
  readonly killsLeft: number;
  /** How long those before worked, all in all. */
  readonly workedMs: number;
  /** What was acknowledged of each kind of work, and what has to be at least. */
  readonly works: readonly { readonly count: number; readonly countMin: number }[];
};

const spanMsMin = 200;
const spanMsMax = 2_000;

/**
 * Within how many milliseconds of its start the next process is killed: as many as let the kills and the slowest work
 * come to their ends together, on a server and a machine of any speed.
 */
export function chooseSpan({ killsLeft, workedMs, works }: Progress): number {
  const dueMs = works.map(({ count, countMin }) => {
    if (count >= countMin) return 0;
    const eachMs = workedMs / Math.max(1, count);
    return (eachMs * (countMin - count)) / Math.max(1, killsLeft);
  });
  // A process lives for half of its span in the mean.
  return Math.min(spanMsMax, Math.max(spanMsMin, 2 * Math.max(...dueMs)));
}
