import { readdir, readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { type DocumentEntry, documents } from "../../../../openapi/documents.ts";
import type { Fault } from "./parse-yaml.ts";

export { type DocumentEntry, documents };

/** The folder of the documents of this repository. */
export const openapiFolder: string = resolve(import.meta.dirname, "../../../../openapi");

/** The specified document. */
export const [specified] = documents;

/** The entry of a document by the name of its file; a file of another name is taken for the specified document. */
export function entryOf(path: string): DocumentEntry {
  return documents.find(({ file }) => file === basename(path)) ?? specified;
}

/** What logs, metrics, limits and claims call an operation. */
export function operationNameOf({ operationPrefix }: DocumentEntry, id: string): string {
  return `${operationPrefix}${id}`;
}

/** The folder of an operation, of its examples or of a schema's: its id in kebab case. */
export function kebab(id: string): string {
  return id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The files below a folder, sorted, with forward slashes; none if there is no such folder. Symbolic links are not followed. */
export async function listFiles(folder: string): Promise<string[]> {
  // `recursive` of readdir would follow them.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const paths = entries.map(async (entry) => {
    if (!entry.isDirectory()) return entry.isFile() ? [entry.name] : [];
    return (await listFiles(join(folder, entry.name))).map((path) => `${entry.name}/${path}`);
  });
  return (await Promise.all(paths)).flat().sort();
}

/** Reports every file under the folder that is an OpenAPI document, or an example, of no registered document. */
export async function checkStrays(folder: string): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const path of (await listFiles(folder)).filter((each) => !each.endsWith(".ts"))) {
    const message = await strayMessage(folder, path);
    if (message !== undefined) faults.push({ path: join(folder, path), line: 1, column: 1, message });
  }
  return faults;
}

async function strayMessage(folder: string, path: string): Promise<string | undefined> {
  const [kind = "", name = ""] = path.split("/");
  if (kind === "examples") {
    if (name === "errors" || documents.some((entry) => entry.name === name)) return undefined;
    return `stands in the folder of no document; move it to examples/errors or to one of ${listNames("examples/")}`;
  }
  if (documents.some(({ file }) => file === path)) return undefined;
  const isPublished = documents.some(
    (entry) => entry.isFrozen && path.startsWith(`published/${entry.name}/`),
  );
  if (isPublished || !/^\s*["']?openapi["']?\s*:/m.test(await readFile(join(folder, path), "utf8"))) {
    return undefined;
  }
  return "is an OpenAPI document that the registry does not have; add it to openapi/documents.ts, or remove it";
}

function listNames(before: string): string {
  return documents.map(({ name }) => before + name).join(", ");
}
