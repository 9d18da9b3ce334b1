import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseChangesetFile } from "@changesets/parse";
import { asFields, type Fields } from "../grammar/walk-document.ts";
import { type Fault, parseYaml } from "../read/parse-yaml.ts";
import type { DocumentEntry } from "../read/registry.ts";
import type { Weight } from "./classify-change.ts";

/** The packages that follow the documents and share one version. Those that exist move together. */
const releaseGroup: readonly string[] = [
  "@trading-oms/types",
  "@trading-oms/contract",
  "@trading-oms/client",
];

/** An existing package of the group, and the place of its version. */
export type GroupMember = Fault & { readonly name: string; readonly version: unknown };

/** Reads the manifests of the group under `packages`. Invalid manifests are returned as faults. */
export async function readGroup(root: string): Promise<{ members: GroupMember[]; faults: Fault[] }> {
  const members: GroupMember[] = [];
  const faults: Fault[] = [];
  for (const name of releaseGroup) {
    const path = join(root, "packages", name.replace(/^.*\//, ""), "package.json");
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text === undefined) continue;
    // JSON is valid YAML, and this parser knows the place of every key.
    const parsed = parseYaml(path, text);
    if ("faults" in parsed) faults.push(...parsed.faults);
    else {
      const { version } = asFields(parsed.value);
      members.push({ name, path, version, ...parsed.placeOf(["version"]), message: "" });
    }
  }
  return { members, faults };
}

/** A changeset for the group and its level. */
export type Announcement = { readonly path: string; readonly level: ReleaseLevel };

/** The changesets for the group, and the unreadable ones as faults. */
type ChangesetsReading = {
  readonly announcements: readonly Announcement[];
  readonly faults: readonly Fault[];
};

/** Reads the changesets in a folder that bump a package of the group. A missing folder has none. */
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

/** Skips the same files as the changesets command. */
async function changesetsIn(folder: string): Promise<string[]> {
  return (await listFolder(folder))
    .filter((name) => /^(?!\.|README\.md$|(AGENTS|CLAUDE|GEMINI)\.md$).*\.md$/i.test(name))
    .sort();
}

/** The names in a folder; none if there is no such folder. */
export async function listFolder(folder: string): Promise<string[]> {
  return readdir(folder).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return [];
    throw failure;
  });
}

function levelOf(text: string): ReleaseLevel {
  const { releases } = parseChangesetFile(text);
  return furthestLevel(releases.filter(({ name }) => releaseGroup.includes(name)).map(({ type }) => type));
}

/** The folder of the frozen copies of a document. */
export function publishedFolder(root: string, { name }: Pick<DocumentEntry, "name">): string {
  return join(root, "openapi/published", name);
}

/** A frozen copy of a document, named after its version. */
export type Published = { readonly path: string; readonly name: string; readonly version: ReleaseVersion };

/** Lists the frozen copies, latest first. A missing folder has none. */
export async function readPublished(folder: string): Promise<Published[]> {
  return (await listFolder(folder))
    .flatMap((file) => {
      const name = file.replace(/\.yaml$/, "");
      const version = file.endsWith(".yaml") ? readReleaseVersion(name) : undefined;
      return version === undefined ? [] : [{ path: join(folder, file), name, version }];
    })
    .sort((left, right) => compareReleaseVersions(right.version, left.version));
}

/** How far a release moves a version. */
export type ReleaseLevel = keyof typeof ranks;

const ranks = { none: 0, patch: 1, minor: 2, major: 3 };

/** The minimum level for each weight of a change. */
export const levelOfWeight = {
  breaking: "major",
  compatible: "minor",
  words: "patch",
} as const satisfies Record<Weight, ReleaseLevel>;

/** Whether a level is at least the needed one. */
export function coversLevel(level: ReleaseLevel, needed: ReleaseLevel): boolean {
  return ranks[level] >= ranks[needed];
}

/** The highest of several levels; `none` if the list is empty. */
export function furthestLevel(levels: readonly ReleaseLevel[]): ReleaseLevel {
  return levels.reduce((furthest, level) => (ranks[level] > ranks[furthest] ? level : furthest), "none");
}

/** A version such as 1.0.24: major, minor and patch. */
type ReleaseVersion = readonly [major: number, minor: number, patch: number];

/** Parses a version of three numbers. Prereleases are rejected, because they are never frozen. */
export function readReleaseVersion(text: unknown): ReleaseVersion | undefined {
  const found = typeof text === "string" ? /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(text) : null;
  return found === null ? undefined : [Number(found[1]), Number(found[2]), Number(found[3])];
}

/** Compares two versions for sorting. */
export function compareReleaseVersions(left: ReleaseVersion, right: ReleaseVersion): number {
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

/** The level of the step between two versions; `none` if the second is not higher. */
export function levelBetweenReleaseVersions(from: ReleaseVersion, to: ReleaseVersion): ReleaseLevel {
  if (compareReleaseVersions(to, from) <= 0) return "none";
  if (to[0] > from[0]) return "major";
  return to[1] > from[1] ? "minor" : "patch";
}

export function versionOf(document: Fields): unknown {
  return asFields(document["info"])["version"];
}
