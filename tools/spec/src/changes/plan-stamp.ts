import { join, relative } from "node:path";
import type { FileText } from "../cli/write-together.ts";
import type { Fault } from "../read/parse-yaml.ts";
import { readDocument, readDocumentText, type SoundDocument } from "../read/read-document.ts";
import { documents } from "../read/registry.ts";
import { classifyChanges } from "./classify-change.ts";
import {
  coversLevel,
  furthestLevel,
  levelBetweenReleaseVersions,
  levelOfWeight,
  type Published,
  publishedFolder,
  type ReleaseLevel,
  readChangesets,
  readGroup,
  readPublished,
  readReleaseVersion,
  versionOf,
} from "./release-group.ts";
import { digestInterface } from "./trace-pointer.ts";

/**
 * Sets `info.version` in the text of a document and leaves every other character unchanged. Returns undefined if the
 * line cannot be edited safely.
 */
export function setVersion({ path, text, placeOf }: SoundDocument, version: string): string | undefined {
  const lines = text.split("\n");
  const index = placeOf(["info", "version"]).line - 1;
  const found = /^(\s*version:\s*)(["']?)[^\s"'#]+\2(\s*(#.*)?)$/.exec(lines[index] ?? "");
  if (found === null) return undefined;
  const [, key = "", quote = "", rest = ""] = found;
  const edited = lines.with(index, `${key}${quote}${version}${quote}${rest}`).join("\n");
  const reading = readDocumentText(path, edited);
  return reading.kind === "read" && versionOf(reading.document) === version ? edited : undefined;
}

/** The files to write and a summary, or the reasons to refuse. */
type StampPlan =
  | { readonly kind: "planned"; readonly files: readonly FileText[]; readonly outcome: string }
  | { readonly kind: "refused"; readonly faults: readonly Fault[] };

/** Plans the new version and the frozen copy of each frozen document, after the packages have their versions. */
export async function planStamp(root: string, isAmendment: boolean): Promise<StampPlan> {
  const plans = await Promise.all(
    documents.filter(({ isFrozen }) => isFrozen).map(({ file }) => planDocument(root, file, isAmendment)),
  );
  const faults = plans.flatMap((plan) => (plan.kind === "refused" ? plan.faults : []));
  if (faults.length > 0) return { kind: "refused", faults };
  const planned = plans.filter((plan) => plan.kind === "planned");
  return {
    kind: "planned",
    files: planned.flatMap(({ files }) => files),
    outcome: planned.map(({ outcome }) => outcome).join("\n"),
  };
}

async function planDocument(root: string, file: string, isAmendment: boolean): Promise<StampPlan> {
  const document = await readDocument(join(root, "openapi", file));
  if (document.kind === "faulty") return { kind: "refused", faults: document.faults };
  const version = String(versionOf(document.document));
  if (readReleaseVersion(version) === undefined) {
    return refuse(document, `info.version ${version} is not of three numbers; write it like 1.0.24`);
  }
  const [latest] = await readPublished(publishedFolder(root, document.entry));
  if (latest === undefined) return freeze(root, version, document, "is the first frozen copy");
  if (isAmendment) return amend(root, latest, version, document);
  const baseline = await readDocument(latest.path);
  if (baseline.kind === "faulty") return { kind: "refused", faults: baseline.faults };
  return follow(root, latest, baseline, document);
}

/** An amendment keeps the version; only the latest release can be amended. */
function amend(root: string, latest: Published, version: string, document: SoundDocument): StampPlan {
  if (version === latest.name) return freeze(root, version, document, "is frozen anew");
  return refuse(
    document,
    `info.version is ${version}, but ${latest.name} is what was released; an amendment keeps the version, so write ${latest.name}`,
  );
}

/** Brings the latest release up to date with the document, as far as the versions of the packages allow. */
async function follow(
  root: string,
  latest: Published,
  baseline: SoundDocument,
  document: SoundDocument,
): Promise<StampPlan> {
  const changes = classifyChanges(baseline.document, document.document);
  const needed = furthestLevel(changes.map(({ weight }) => levelOfWeight[weight]));
  const version = String(versionOf(document.document));
  const isBeyondWords = coversLevel(needed, "minor");
  const group = isBeyondWords ? await versionOfGroup(root, latest, needed, document) : latest.name;
  if (typeof group !== "string") return group;
  // A stamp that was interrupted between its two files is completed by running it again.
  if (version !== latest.name && version !== group) {
    const message = `info.version is ${version}, but ${latest.name} is what was released; write ${latest.name} again, for only a release moves it`;
    return refuse(document, message);
  }
  if (isBeyondWords) return stamp(root, group, document);
  const path = relative(root, latest.path);
  if (needed === "none") {
    return { kind: "planned", files: [], outcome: `nothing to stamp: the document says what ${path} says` };
  }
  return {
    kind: "planned",
    files: [{ path: latest.path, text: document.text }],
    outcome: `${path} has the words of today; the interface is the same`,
  };
}

/** The version of the group, if it is high enough for the changes. */
async function versionOfGroup(
  root: string,
  latest: Published,
  needed: ReleaseLevel,
  document: SoundDocument,
): Promise<string | StampPlan> {
  const { announcements, faults } = await readChangesets(join(root, ".changeset"));
  const { members, faults: faultsOfMembers } = await readGroup(root);
  if (faults.length + faultsOfMembers.length > 0) {
    return { kind: "refused", faults: [...faults, ...faultsOfMembers] };
  }
  const [pending] = announcements;
  if (pending !== undefined) {
    return refuse(
      document,
      `${relative(root, pending.path)} still waits to be released; run \`pnpm version-packages\``,
    );
  }
  const versions = [...new Set(members.map(({ version }) => String(version)))];
  const [group = ""] = versions;
  const version = readReleaseVersion(group);
  if (versions.length !== 1 || version === undefined) {
    const carried = versions.join(" and ") || "no version";
    return refuse(document, `the packages that follow it carry ${carried}; give them one, of three numbers`);
  }
  if (coversLevel(levelBetweenReleaseVersions(latest.version, version), needed)) return group;
  return refuse(
    document,
    `${formatChange[needed]} since ${latest.name}, but the packages are at ${group}; announce it by \`pnpm changeset\`, then run \`pnpm version-packages\``,
  );
}

const formatChange: Readonly<Record<ReleaseLevel, string>> = {
  none: "it has not changed",
  patch: "its words changed",
  minor: "it has grown",
  major: "it changed in a breaking way",
};

/**
 * The document is written first: if the stamp is interrupted there, the next run sees from the version that the copy is
 * missing.
 */
function stamp(root: string, version: string, document: SoundDocument): StampPlan {
  const text = setVersion(document, version);
  const stamped = text === undefined ? undefined : readDocumentText(document.path, text);
  if (text === undefined || stamped?.kind !== "read") {
    return refuse(document, "info.version has to stand on a line of its own, like `version: 1.0.24`");
  }
  const plan = freeze(root, version, stamped, "is released");
  return plan.kind === "refused" ? plan : { ...plan, files: [{ path: document.path, text }, ...plan.files] };
}

function freeze(root: string, version: string, document: SoundDocument, happened: string): StampPlan {
  const path = join(publishedFolder(root, document.entry), `${version}.yaml`);
  const outcome = `${relative(root, path)} ${happened}; a decision record has to name ${digestInterface(document.document)}`;
  return { kind: "planned", files: [{ path, text: document.text }], outcome };
}

function refuse({ path, placeOf }: SoundDocument, message: string): StampPlan {
  return { kind: "refused", faults: [{ path, ...placeOf(["info", "version"]), message }] };
}
