import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Documents } from "../../documents.ts";
import { type ListedDocument, openDocuments } from "../../open-documents.ts";

/** Loads the documents of a folder that the build has filled; a body is read when it is first asked for, and kept. */
export async function loadDocuments(folder: string): Promise<Documents> {
  const list = await readFile(join(folder, "documents.json"), "utf8");
  const bodies = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  return openDocuments(JSON.parse(list) as readonly ListedDocument[], (tag) => {
    const kept = bodies.get(tag);
    if (kept !== undefined) return kept;
    const body = readFile(join(folder, tag));
    bodies.set(tag, body);
    body.catch(() => bodies.delete(tag));
    return body;
  });
}
