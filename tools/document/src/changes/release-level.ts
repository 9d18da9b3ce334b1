import type { Weight } from "./verdict.ts";

/** How far a release moves the version of a package. */
export type ReleaseLevel = keyof typeof ranks;

const ranks = { none: 0, patch: 1, minor: 2, major: 3 };

/** The level that each weight of a change asks for at least. */
export const levelOfWeight = {
  breaking: "major",
  compatible: "minor",
  words: "patch",
} as const satisfies Record<Weight, ReleaseLevel>;

/** Whether a release of this level is enough where that one is needed. */
export function coversLevel(level: ReleaseLevel, needed: ReleaseLevel): boolean {
  return ranks[level] >= ranks[needed];
}

/** The furthest of several levels, and none where there are none. */
export function furthestLevel(levels: readonly ReleaseLevel[]): ReleaseLevel {
  return levels.reduce((furthest, level) => (ranks[level] > ranks[furthest] ? level : furthest), "none");
}
