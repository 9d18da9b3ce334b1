import type { Figure, Measured } from "./figures.ts";

/** Durations of the pipeline in seconds, measured outside the bench. */
export type PipelineTimes = {
  readonly cold?: number | undefined;
  readonly cached?: number | undefined;
  readonly ci?: number | undefined;
};

/** Turns the given durations into figures. */
export function recordPipeline({ cold, cached, ci }: PipelineTimes): Measured {
  const figures: Figure[] = [];
  if (cold !== undefined)
    figures.push({ what: "npm test from nothing", value: cold, unit: "s", atMost: 100 });
  if (cached !== undefined) {
    figures.push({ what: "npm test from the cache", value: cached, unit: "s", atMost: 3 });
  }
  if (ci !== undefined) figures.push({ what: ".ci/run", value: ci / 60, unit: "min", atMost: 15 });
  return { figures };
}
