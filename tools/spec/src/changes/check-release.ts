import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { asFields, asList, type Fields } from "../grammar/walk-document.ts";
import { type Fault, parseYaml } from "../read/parse-yaml.ts";
import { placeAll, readDocument, type SoundDocument } from "../read/read-document.ts";
import type { DocumentEntry } from "../read/registry.ts";
import { type LocatedChange, locateChanges } from "./locate-changes.ts";
import {
  type Announcement,
  compareReleaseVersions,
  coversLevel,
  furthestLevel,
  type GroupMember,
  levelOfWeight,
  listFolder,
  publishedFolder,
  type ReleaseLevel,
  readChangesets,
  readGroup,
  readPublished,
  readReleaseVersion,
  versionOf,
} from "./release-group.ts";
import { digestInterface } from "./trace-pointer.ts";

/** The document to be judged, its baseline, and the changesets. */
export type JudgedFiles = {
  readonly root: string;
  readonly document: string;
  /** By default the latest frozen copy. */
  readonly baseline: string | undefined;
  readonly changesets: string;
};

/** The changes since the last release, the announcements, and the faults. */
export type Judgement = {
  readonly since: unknown;
  readonly changes: readonly LocatedChange[];
  readonly needed: ReleaseLevel;
  readonly announced: ReleaseLevel;
  readonly announcements: readonly Announcement[];
  readonly faults: readonly Fault[];
};

/** Judges whether the changes of the document are announced, and whether all versions are consistent. */
export async function checkRelease(files: JudgedFiles): Promise<Judgement> {
  const document = await readDocument(files.document);
  if (document.kind === "faulty") return refuse(document.faults);
  const folder = publishedFolder(files.root, document.entry);
  const path = files.baseline ?? (await readPublished(folder))[0]?.path;
  if (path === undefined) return refuse([{ path: folder, line: 1, column: 1, message: nothingFrozen }]);
  const baseline = await readDocument(path);
  if (baseline.kind === "faulty") return refuse(baseline.faults);
  return compare(files, document, baseline);
}

const nothingFrozen =
  "nothing is frozen here to hold the document against; run `node tools/spec/src/changes/stamp-document.ts`";

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
    faults: [...faults, ...versions, ...(await checkPublished(root, document.entry))],
  };
}

/** The changes without a sufficient changeset. */
export function changesUnannounced({ changes, announced }: Judgement): LocatedChange[] {
  return changes.filter(({ weight }) => !coversLevel(announced, levelOfWeight[weight]));
}

function refuse(faults: readonly Fault[]): Judgement {
  const nothing = { since: undefined, changes: [], announcements: [] };
  return { ...nothing, needed: "none", announced: "none", faults };
}

/** Checks that a decision record names the digest of each frozen copy, so that no copy changes silently. */
async function checkPublished(root: string, entry: DocumentEntry): Promise<Fault[]> {
  const records = await readRecords(join(root, "docs/decisions"));
  const faults: Fault[] = [];
  for (const { path, name } of await readPublished(publishedFolder(root, entry))) {
    const reading = await readDocument(path);
    if (reading.kind === "faulty") {
      faults.push(...reading.faults);
      continue;
    }
    const version = versionOf(reading.document);
    if (version !== name) {
      const message = `says info.version ${version}, but its name says ${name}; restore it from git`;
      faults.push({ path, ...reading.placeOf(["info", "version"]), message });
    }
    const digest = digestInterface(reading.document);
    if (!records.includes(digest)) {
      faults.push({
        path,
        line: 1,
        column: 1,
        message: describeUnrecorded(relative(root, path), name, digest),
      });
    }
  }
  return faults;
}

function describeUnrecorded(path: string, name: string, digest: string): string {
  return `what is frozen as ${name} is in no decision record. If it was changed unawares, restore it: \`git restore ${path}\`. If it is newly released, or is mended on purpose, say why in a record in docs/decisions that names ${digest}`;
}

async function readRecords(folder: string): Promise<string> {
  const names = (await listFolder(folder)).filter((name) => name.endsWith(".md"));
  const texts = names.map((name) => readFile(join(folder, name), "utf8"));
  return (await Promise.all(texts)).join("\n");
}

/** Checks the settings of changesets against the packages of the group. */
async function checkSettings(root: string, names: readonly string[]): Promise<Fault[]> {
  const path = join(root, ".changeset/config.json");
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined)
    return [{ path, line: 1, column: 1, message: "cannot be read; restore it from git" }];
  const parsed = parseYaml(path, text);
  if ("faults" in parsed) return [...parsed.faults];
  const settings = asFields(parsed.value);
  const messages = {
    fixed: checkGroup(settings, names),
    privatePackages: checkPrivate(settings),
    ignore: await checkTools(settings, root),
  };
  const complaints = Object.entries(messages).flatMap(([key, each]) =>
    each.map((message) => ({ pointer: [key], message })),
  );
  return placeAll({ path, placeOf: parsed.placeOf }, complaints);
}

/** Changesets rejects unknown package names, so a package can join the group only once it exists. */
function checkGroup(settings: Fields, names: readonly string[]): string[] {
  const isNamed = asList(settings["fixed"]).some((group) =>
    names.every((name) => asList(group).includes(name)),
  );
  if (isNamed) return [];
  return [`the packages ${names.join(", ")} carry one version; name all of them in one group of "fixed"`];
}

/** The contract is private and would otherwise keep its old version. */
function checkPrivate(settings: Fields): string[] {
  if (asFields(settings["privatePackages"])["version"] === true) return [];
  return [
    `a private package of the group would not move with it; set "privatePackages" to { "version": true, "tag": false }`,
  ];
}

/** Unless it is ignored, a tool gets a version and a changelog whenever one of its dependencies changes. */
async function checkTools(settings: Fields, root: string): Promise<string[]> {
  return (await listFolder(join(root, "tools")))
    .map((tool) => `@trading-oms/${tool}`)
    .filter((name) => !asList(settings["ignore"]).includes(name))
    .map((name) => `${name} is a tool and is never released; add it to "ignore"`);
}

/** Checks the versions of the document and the packages of its group. */
async function checkVersions(
  root: string,
  document: SoundDocument,
  baseline: SoundDocument,
): Promise<Fault[]> {
  const { members, faults } = await readGroup(root);
  if (faults.length > 0) return faults;
  return [
    ...checkDocument(document, baseline),
    ...checkForms(members),
    ...checkEqual(members),
    ...checkNotBehind(members, document),
    ...(await checkSettings(
      root,
      members.map(({ name }) => name),
    )),
  ];
}

function checkDocument(document: SoundDocument, baseline: SoundDocument): Fault[] {
  const version = versionOf(document.document);
  const released = versionOf(baseline.document);
  if (version === released) return [];
  const message = `info.version is ${version}, but ${released} is what was released; write ${released} again: \`pnpm version-packages\` moves it at the release, as far as the changesets say`;
  return [{ path: document.path, ...document.placeOf(["info", "version"]), message }];
}

function checkForms(members: readonly GroupMember[]): Fault[] {
  return members
    .filter(({ version }) => readReleaseVersion(version) === undefined)
    .map((member) => ({
      ...member,
      message: `${member.name} has version ${member.version}; write three numbers, such as 1.0.24`,
    }));
}

function checkEqual(members: readonly GroupMember[]): Fault[] {
  const [first, ...others] = members;
  return others
    .filter(({ version }) => version !== first?.version)
    .map((member) => ({
      ...member,
      message: `${member.name} is ${member.version}, but ${first?.name} is ${first?.version}; they carry one version, so write ${first?.version}`,
    }));
}

/** A patch of the group does not change the document, so packages may be ahead of it, but never behind. */
function checkNotBehind(members: readonly GroupMember[], { document }: SoundDocument): Fault[] {
  const stated = readReleaseVersion(versionOf(document));
  return members
    .filter((member) => {
      const version = readReleaseVersion(member.version);
      return version !== undefined && stated !== undefined && compareReleaseVersions(version, stated) < 0;
    })
    .map((member) => ({
      ...member,
      message: `${member.name} is ${member.version}, which is before info.version ${versionOf(document)} of the document that it follows; write ${versionOf(document)}`,
    }));
}
