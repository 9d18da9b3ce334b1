import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A package of a repository that is published. */
export type PublishedPackage = { readonly name: string; readonly version: string; readonly folder: string };

/** The packages of a repository that are not private. */
export async function listPublished(repository: string): Promise<PublishedPackage[]> {
  const published: PublishedPackage[] = [];
  for (const room of (await readdir(join(repository, "packages"))).sort()) {
    const folder = join(repository, "packages", room);
    const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    if (!manifest.private) published.push({ name: manifest.name, version: manifest.version, folder });
  }
  return published;
}
