import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listAnnounced } from "./list-announced.ts";
import { listPublished } from "./list-published.ts";

/** Plants a change for each published package that none waits for, since without one it gets neither version nor changelog. */
export async function plantChangeset(repository: string): Promise<readonly string[]> {
  const announced = await listAnnounced(repository);
  const published = await listPublished(repository);
  const planted = published.map(({ name }) => name).filter((name) => !announced.has(name));
  if (planted.length === 0) return [];
  const lines = planted.map((name) => `"${name}": patch\n`).join("");
  const text = `---\n${lines}---\n\nA rehearsal: nothing changes for you.\n`;
  await writeFile(join(repository, ".changeset/rehearsal.md"), text);
  return planted;
}
