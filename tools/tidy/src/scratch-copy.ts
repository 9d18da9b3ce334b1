import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { listFiles } from "./read-tree.ts";
import { runGit } from "./run-git.ts";

/** A copy of a repository that may be broken at will; it is gone when its scope ends. */
export interface ScratchCopy extends Disposable {
  readonly folder: string;
}

/** Copies what a clone would hold, and makes it a repository, for the rules that ask what is committed. */
export function scratchCopy(root: string): ScratchCopy {
  const folder = mkdtempSync(join(tmpdir(), "planted-"));
  for (const path of listFiles(root)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
  }
  runGit(folder, ["init", "--quiet"]);
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
