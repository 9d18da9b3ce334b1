import type { Outcome } from "../outcome.ts";

/** How many claims held, broke and were not asked. */
export type OutcomeCounts = { readonly held: number; readonly broken: number; readonly notAsked: number };

/** Counts outcomes by what became of them. */
export function countOutcomes(outcomes: readonly Outcome[]): OutcomeCounts {
  const count = (wanted: Outcome["verdict"]) => outcomes.filter(({ verdict }) => verdict === wanted).length;
  return { held: count("held"), broken: count("broken"), notAsked: count("not asked") };
}
