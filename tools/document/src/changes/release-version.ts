import type { ReleaseLevel } from "./release-level.ts";

/** A version such as 1.0.24: major, minor and patch. */
export type ReleaseVersion = readonly [major: number, minor: number, patch: number];

/** Reads a version of three numbers; a prerelease is none, because nothing of it is ever frozen. */
export function readReleaseVersion(text: unknown): ReleaseVersion | undefined {
  const found = typeof text === "string" ? /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(text) : null;
  return found === null ? undefined : [Number(found[1]), Number(found[2]), Number(found[3])];
}

/** Below zero where the left version is the earlier, above where it is the later, zero where both are one. */
export function compareReleaseVersions(left: ReleaseVersion, right: ReleaseVersion): number {
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

/** How far a version has moved on from another; none where it has not, or has gone back. */
export function levelBetweenReleaseVersions(from: ReleaseVersion, to: ReleaseVersion): ReleaseLevel {
  if (compareReleaseVersions(to, from) <= 0) return "none";
  if (to[0] > from[0]) return "major";
  return to[1] > from[1] ? "minor" : "patch";
}
