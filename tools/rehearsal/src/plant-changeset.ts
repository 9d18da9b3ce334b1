import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Where no change waits for its release, plants one, since without a change there is nothing to release. */
export async function plantChangeset(repository: string): Promise<"planted" | "there already"> {
  const folder = join(repository, ".changeset");
  const names = await readdir(folder);
  if (names.some((name) => name.endsWith(".md") && name !== "README.md")) return "there already";
  const text = '---\n"@trading-oms/client": patch\n---\n\nA rehearsal: nothing changes for you.\n';
  await writeFile(join(folder, "rehearsal.md"), text);
  return "planted";
}
