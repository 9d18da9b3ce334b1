import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { type Content, makeContent } from "./make-content.ts";

/**
 * Reads one example by its name below the folder, such as `listNotifications/200-first-page.json`.
 *
 * Names are matched as they stand in the request, undecoded, against the few characters that examples are named
 * with. A percent sign, a backslash, an empty part or one that starts with a dot therefore never reaches a path.
 */
export async function readExample(folder: string, name: string): Promise<Content | undefined> {
  if (!exampleName.test(name)) return undefined;
  try {
    const root = await realpath(folder);
    const path = join(root, ...name.split("/"));
    // A symbolic link anywhere below the folder would lead out of it, so only the direct way counts.
    if (!path.startsWith(root + sep) || (await realpath(path)) !== path) return undefined;
    return await readPlainFile(path);
  } catch (failure) {
    if (failure instanceof Error && "code" in failure && absent.has(String(failure.code))) return undefined;
    throw failure;
  }
}

const exampleName = /^(?:[A-Za-z0-9][A-Za-z0-9._-]*\/)*[A-Za-z0-9][A-Za-z0-9._-]*\.json$/;

const absent: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "EACCES"]);

async function readPlainFile(path: string): Promise<Content | undefined> {
  // Without O_NONBLOCK a named pipe would hold the request for ever.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) return undefined;
    return makeContent("application/json; charset=utf-8", await file.readFile());
  } finally {
    await file.close();
  }
}
