import { join } from "node:path";
import type { Fault } from "../fault.ts";
import { readDocument, type SoundDocument } from "../read-document.ts";
import { checkPublished } from "./check-published.ts";
import { checkVersions } from "./check-versions.ts";
import { type LocatedChange, locateChanges } from "./locate-changes.ts";
import { type Announcement, readChangesets } from "./read-changesets.ts";
import { readPublished } from "./read-published.ts";
import { coversLevel, furthestLevel, levelOfWeight, type ReleaseLevel } from "./release-level.ts";
import { versionOf } from "./version-of.ts";

/** What is to be judged: a document, what it is held against, and the changesets that speak for it. */
export type JudgedFiles = {
  readonly root: string;
  readonly document: string;
  /** The latest frozen copy where none is named. */
  readonly baseline: string | undefined;
  readonly changesets: string;
};

/** What has changed since the last release, what was announced, and all that is wrong. */
export type Judgement = {
  readonly since: unknown;
  readonly changes: readonly LocatedChange[];
  readonly needed: ReleaseLevel;
  readonly announced: ReleaseLevel;
  readonly announcements: readonly Announcement[];
  readonly faults: readonly Fault[];
};

/** Judges whether what changed in the document was announced, and whether all versions still fit together. */
export async function judgeRelease(files: JudgedFiles): Promise<Judgement> {
  const document = await readDocument(files.document);
  if (document.kind === "faulty") return refuse(document.faults);
  const folder = join(files.root, "openapi/published");
  const path = files.baseline ?? (await readPublished(folder))[0]?.path;
  if (path === undefined) return refuse([{ path: folder, line: 1, column: 1, message: nothingFrozen }]);
  const baseline = await readDocument(path);
  if (baseline.kind === "faulty") return refuse(baseline.faults);
  return compare(files, document, baseline);
}

const nothingFrozen =
  "nothing is frozen here to hold the document against; run `node tools/document/src/changes/stamp-document.ts`";

async function compare(
  { root, changesets }: JudgedFiles,
  document: SoundDocument,
  baseline: SoundDocument,
): Promise<Judgement> {
  const changes = locateChanges(baseline, document);
  const { announcements, faults } = await readChangesets(changesets);
  const versions = await checkVersions(root, document, baseline);
  return {
    since: versionOf(baseline.document),
    changes,
    needed: furthestLevel(changes.map(({ weight }) => levelOfWeight[weight])),
    announced: furthestLevel(announcements.map(({ level }) => level)),
    announcements,
    faults: [...faults, ...versions, ...(await checkPublished(root))],
  };
}

/** The changes that no changeset goes far enough for. */
export function changesUnannounced({ changes, announced }: Judgement): LocatedChange[] {
  return changes.filter(({ weight }) => !coversLevel(announced, levelOfWeight[weight]));
}

function refuse(faults: readonly Fault[]): Judgement {
  const nothing = { since: undefined, changes: [], announcements: [] };
  return { ...nothing, needed: "none", announced: "none", faults };
}
