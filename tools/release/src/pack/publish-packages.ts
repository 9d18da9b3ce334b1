/** Publishes packed packages with npm: the step of a release that cannot be taken back. */

import { runProgram } from "../run/run-program.ts";
import type { PackedPackage } from "./pack-packages.ts";

/** What npm needs to publish: the settings of the registry, and whether it signs the provenance. */
type PublishSettings = { readonly npmrc?: string; readonly hasProvenance: boolean };

/**
 * Publishes each package whose version the registry does not have, so that a release that stopped half-way can be
 * repeated. Returns the names of those published.
 */
export async function publishPackages(
  packages: readonly PackedPackage[],
  { npmrc, hasProvenance }: PublishSettings,
): Promise<string[]> {
  const published: string[] = [];
  for (const { name, version, folder, tarball } of packages) {
    const settings = npmrc === undefined ? { folder } : { folder, npmrc };
    if (await isPublished(`${name}@${version}`, settings)) continue;
    const flags = ["--access", "public", ...(hasProvenance ? ["--provenance"] : [])];
    await runProgram("npm", ["publish", tarball, ...flags], settings);
    published.push(name);
  }
  return published;
}

/** Whether the registry has a version. Rejects if the registry does not answer, which must not look like absence. */
async function isPublished(
  id: string,
  settings: { readonly folder: string; readonly npmrc?: string },
): Promise<boolean> {
  try {
    return (await runProgram("npm", ["view", id, "version"], settings)).trim() !== "";
  } catch (failure) {
    if (failure instanceof Error && /\bE404\b/.test(failure.message)) return false;
    throw failure;
  }
}
