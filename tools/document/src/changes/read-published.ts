import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { compareReleaseVersions, type ReleaseVersion, readReleaseVersion } from "./release-version.ts";

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
