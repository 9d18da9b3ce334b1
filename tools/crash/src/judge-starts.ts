const readyMsMax = 2_000;
const attemptCount = 3;

/** What the starts after kills came to: how the bound was broken, and which slow ones were forgiven. */
export type JudgedStarts = {
  readonly longestMs: number;
  readonly faults: readonly string[];
  readonly notes: readonly string[];
};

/**
 * A process is ready within two seconds of its start. One that is not is tried again by the next start, and a third
 * slow one in a row is a fault: a machine that is busy for a moment says nothing about us.
 */
export function judgeStarts(readyMs: readonly number[]): JudgedStarts {
  const faults: string[] = [];
  const notes: string[] = [];
  let attempt = 0;
  for (const [index, each] of readyMs.entries()) {
    attempt = each > readyMsMax ? attempt + 1 : 0;
    if (attempt === 0) continue;
    const said = `start ${index + 1} was ready only after ${each.toFixed(0)} ms (attempt ${attempt} of ${attemptCount})`;
    (attempt < attemptCount ? notes : faults).push(said);
  }
  return { longestMs: Math.max(0, ...readyMs), faults, notes };
}
