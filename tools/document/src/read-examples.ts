import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** A file under `examples/`, by its path relative to that folder with forward slashes. */
export type ExampleFile = { readonly path: string; readonly text: string };

/** Reads every file of the folder, sorted by path; none where there is no such folder. */
export async function readExamples(folder: string): Promise<ExampleFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
  return Promise.all(
    paths.sort().map(async (path) => ({ path, text: await readFile(join(folder, path), "utf8") })),
  );
}
