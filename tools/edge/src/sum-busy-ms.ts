/** As much of what V8's profiler gives as is used of it. */
export type Profile = {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

/** What the profiler says of the time in which nothing was done. */
const restingNames = new Set(["(idle)", "(program)", "(root)"]);

/** Adds up the time in which something was done: no number where the profiler has looked at nothing. */
export function sumBusyMs({ nodes, samples, timeDeltas }: Profile): number {
  if (samples.length === 0) return Number.NaN;
  const resting = new Set(
    nodes.filter(({ callFrame }) => restingNames.has(callFrame.functionName)).map(({ id }) => id),
  );
  return (
    samples.reduce((sum, id, index) => (resting.has(id) ? sum : sum + (timeDeltas[index] ?? Number.NaN)), 0) /
    1_000
  );
}
