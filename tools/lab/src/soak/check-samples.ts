/** What the samples of a soak say about leaks and the event loop. */
import { largest } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";

/** What a server holds. */
export type Sample = {
  /** Since the first sample. */
  readonly minute: number;
  readonly heapBytes: number;
  readonly residentBytes: number;
  readonly handleCount: number;
  /** The event loop's p99 since the sample before. */
  readonly lagMs: number;
};

export const limits = {
  warmUpMinutes: 5,
  /** A shorter run says nothing of slopes. */
  slopeMinutesMin: 10,
  /** In MB a minute. */
  slopeMax: 0.1,
  /** How many standard errors above zero a slope is more than noise. */
  errorsMin: 2,
  /** Samples are taken while streams end and come back. */
  grownHandlesMax: 10,
  lagMsMax: 50,
} as const;

/** Checks handles, and if the run was long enough memory and the event loop as well. */
export function checkSamples(samples: readonly Sample[], minutes: number): Verdict[] {
  const { warmUpMinutes, slopeMinutesMin, slopeMax, errorsMin, grownHandlesMax, lagMsMax } = limits;
  const isShort = minutes < slopeMinutesMin;
  const settled = isShort ? samples : samples.filter(({ minute }) => minute >= warmUpMinutes);
  const slopeOf = (read: (sample: Sample) => number) =>
    fitLine(settled.map((sample) => [sample.minute, read(sample)]));
  const checkSlope = (name: string, read: (sample: Sample) => number): Verdict => {
    const { slope, error } = slopeOf((sample) => read(sample) / 1e6);
    const line = `${name} grew by ${slope.toFixed(3)} ± ${error.toFixed(3)} MB a minute (at most ${slopeMax})`;
    const isLeak = slope > slopeMax && slope > errorsMin * error;
    return { line, faults: isLeak ? [`${name} grows without an end`] : [] };
  };
  const { slope, span } = slopeOf(({ handleCount }) => handleCount);
  const lagMs = largest(settled.map((sample) => sample.lagMs));
  const handles = {
    line: `handles grew by ${(slope * span).toFixed(1)} in ${span.toFixed(0)} minutes (at most ${grownHandlesMax})`,
    faults: slope * span > grownHandlesMax ? [`each minute ${slope.toFixed(1)} handles stay open`] : [],
  };
  if (isShort) {
    const left = `memory and the event loop are checked from ${slopeMinutesMin} minutes on`;
    return [{ ...handles, line: `${handles.line}; ${left}` }];
  }
  return [
    checkSlope("the heap", ({ heapBytes }) => heapBytes),
    checkSlope("resident memory", ({ residentBytes }) => residentBytes),
    handles,
    {
      line: `the event loop's p99 was ${lagMs.toFixed(1)} ms in the worst minute (at most ${lagMsMax})`,
      faults: lagMs > lagMsMax ? ["the event loop is late"] : [],
    },
  ];
}

/** Fits a line by least squares. Returns its slope with the standard error, and the time from first to last point. */
function fitLine(points: readonly (readonly [time: number, value: number])[]) {
  const times = points.map(([time]) => time);
  const meanTime = sumOf(times) / points.length;
  const meanValue = sumOf(points.map(([, value]) => value)) / points.length;
  const spread = sumOf(times.map((time) => (time - meanTime) ** 2));
  const slope = sumOf(points.map(([time, value]) => (time - meanTime) * (value - meanValue))) / spread;
  const squares = points.map(([time, value]) => (value - meanValue - slope * (time - meanTime)) ** 2);
  const error = Math.sqrt(sumOf(squares) / (points.length - 2) / spread);
  return { slope, error, span: (times.at(-1) ?? 0) - (times[0] ?? 0) };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0);
}
