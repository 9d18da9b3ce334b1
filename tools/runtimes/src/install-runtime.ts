import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { RuntimePackage } from "./pinned-runtimes.ts";
import { writeLock } from "./write-lock.ts";

/**
 * Installs a package into a folder, whole or not at all: several may do so at a time, and the first one is taken. npm
 * checks its integrity, and no script of it runs.
 */
export async function installRuntime(given: RuntimePackage, version: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const making = await mkdtemp(`${folder}-`);
  try {
    for (const [name, text] of Object.entries(writeLock(given, version))) {
      await writeFile(join(making, name), text);
    }
    await promisify(execFile)("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: making });
    await rename(making, folder);
  } catch (failure) {
    if (!isTaken(failure)) throw failure;
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

function isTaken(failure: unknown): boolean {
  const code = failure instanceof Error && "code" in failure ? failure.code : undefined;
  return code === "ENOTEMPTY" || code === "EEXIST";
}
