import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseChangesetFile } from "@changesets/parse";

/** The packages that a waiting changeset of a repository moves. */
export async function listAnnounced(repository: string): Promise<ReadonlySet<string>> {
  const folder = join(repository, ".changeset");
  const announced = new Set<string>();
  for (const file of await readdir(folder)) {
    if (!file.endsWith(".md") || file === "README.md") continue;
    const { releases } = parseChangesetFile(await readFile(join(folder, file), "utf8"));
    for (const { name, type } of releases) if (type !== "none") announced.add(name);
  }
  return announced;
}
