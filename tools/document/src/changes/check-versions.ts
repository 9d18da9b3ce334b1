import type { Fault } from "../fault.ts";
import type { SoundDocument } from "../read-document.ts";
import { checkSettings } from "./check-settings.ts";
import { type GroupMember, readGroup } from "./read-group.ts";
import { compareReleaseVersions, readReleaseVersion } from "./release-version.ts";
import { versionOf } from "./version-of.ts";

/** Holds the versions of the document and of the packages that follow it against each other. */
export async function checkVersions(
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

/** A patch of the group leaves the document alone, and so does a release for the code's sake; it never goes before. */
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
