import type { Contender } from "./list-contenders.ts";
import type { Figure } from "./print-figures.ts";

/** What was measured of a client. */
export type Measurement = {
  readonly contender: Contender;
  readonly bytesOfTwo: number;
  readonly bytesOfFive: number;
  readonly instantiations: number;
  /** The same with skipLibCheck off, where the declarations allow it. */
  readonly instantiationsWithDeclarations: number | undefined;
};

/** Groups measurements by what was measured, so that the clients stand beside each other. */
export function composeClientFigures(measurements: readonly Measurement[]): Figure[] {
  return [
    ...measurements.map(({ contender, bytesOfTwo }) => ({
      what: `${contender.label}, two calls`,
      value: bytesOfTwo,
      unit: "bytes gzip",
    })),
    ...measurements.map(({ contender, bytesOfFive }) => ({
      what: `${contender.label}, all five calls`,
      value: bytesOfFive,
      unit: "bytes gzip",
    })),
    ...measurements.map(({ contender, instantiations }) => ({
      what: `${contender.label}, two calls`,
      value: instantiations,
      unit: "instantiations",
      ...(contender.folder === "own" && { reach: 10_000 }),
    })),
    ...measurements.flatMap(({ contender, instantiationsWithDeclarations: value }) =>
      value === undefined
        ? []
        : [{ what: `${contender.label}, two calls, libraries checked`, value, unit: "instantiations" }],
    ),
  ];
}
