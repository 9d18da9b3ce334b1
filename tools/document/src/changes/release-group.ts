import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseChangesetFile } from "@changesets/parse";
import { type Fault, parseYaml } from "../parse-yaml.ts";
import { type Fields, isFields } from "../walk-document.ts";
import type { Weight } from "./classify-change.ts";

/** The packages that follow the document and carry one version; those of them that exist move together. */
const releaseGroup: readonly string[] = [
  "@trading-oms/types",
  "@trading-oms/contract",
  "@trading-oms/client",
];

/** A package of the group that exists, and the place of its version. */
export type GroupMember = Fault & { readonly name: string; readonly version: unknown };

/** Reads the manifests of the group under `packages`; those that cannot be parsed come back as faults. */
export async function readGroup(root: string): Promise<{ members: GroupMember[]; faults: Fault[] }> {
  const members: GroupMember[] = [];
  const faults: Fault[] = [];
  for (const name of releaseGroup) {
    const path = join(root, "packages", name.replace(/^.*\//, ""), "package.json");
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text === undefined) continue;
    // JSON is YAML, and this reader knows the place of every key.
    const parsed = parseYaml(path, text);
    if ("faults" in parsed) faults.push(...parsed.faults);
    else {
      const version = isFields(parsed.value) ? parsed.value["version"] : undefined;
      members.push({ name, path, version, ...parsed.placeOf(["version"]), message: "" });
    }
  }
  return { members, faults };
}

/** A changeset that announces a release of the group, and how far it moves it. */
export type Announcement = { readonly path: string; readonly level: ReleaseLevel };

/** What the folder of changesets comes to for the group, and the changesets that cannot be read. */
type ChangesetsReading = {
  readonly announcements: readonly Announcement[];
  readonly faults: readonly Fault[];
};

/** Reads the changesets of a folder that bump a package of the group; a folder that is not there has none. */
export async function readChangesets(folder: string): Promise<ChangesetsReading> {
  const announcements: Announcement[] = [];
  const faults: Fault[] = [];
  for (const name of await changesetsIn(folder)) {
    const path = join(folder, name);
    try {
      const level = levelOf(await readFile(path, "utf8"));
      if (level !== "none") announcements.push({ path, level });
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message.split("\n", 1)[0] : String(failure);
      faults.push({
        path,
        line: 1,
        column: 1,
        message: `is no changeset (${reason}); write it by \`pnpm changeset\``,
      });
    }
  }
  return { announcements, faults };
}

/** The names that the changesets command skips are skipped here too, so that both see the same. */
async function changesetsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return [];
    throw failure;
  });
  return names.filter((name) => /^(?!\.|README\.md$|(AGENTS|CLAUDE|GEMINI)\.md$).*\.md$/i.test(name)).sort();
}

function levelOf(text: string): ReleaseLevel {
  const { releases } = parseChangesetFile(text);
  return furthestLevel(releases.filter(({ name }) => releaseGroup.includes(name)).map(({ type }) => type));
}

/** A frozen copy of the document, named after the version that it was released as. */
export type Published = { readonly path: string; readonly name: string; readonly version: ReleaseVersion };

/** Lists the frozen copies, the latest first; a folder that is not there has none. */
export async function readPublished(folder: string): Promise<Published[]> {
  const names = await readdir(folder).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return [];
    throw failure;
  });
  return names
    .flatMap((file) => {
      const name = file.replace(/\.yaml$/, "");
      const version = file.endsWith(".yaml") ? readReleaseVersion(name) : undefined;
      return version === undefined ? [] : [{ path: join(folder, file), name, version }];
    })
    .sort((left, right) => compareReleaseVersions(right.version, left.version));
}

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

/** A version such as 1.0.24: major, minor and patch. */
type ReleaseVersion = readonly [major: number, minor: number, patch: number];

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

/** The version that a document says it has. */
export function versionOf(document: Fields): unknown {
  return isFields(document["info"]) ? document["info"]["version"] : undefined;
}
