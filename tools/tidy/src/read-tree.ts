import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { runGit } from "./run-git.ts";
import { type Tree, tree } from "./tree.ts";

const foldersToSkip = new Set(["node_modules", "dist", ".turbo", ".git", ".tmp", "coverage"]);

/** Reads the repository below a folder. Nothing else here touches the disk. */
export function readTree(root: string): Tree {
  const folder = resolve(root);
  return tree(folder, listFiles(folder), (path) => readFileSync(join(folder, path), "utf8"));
}

/** Lists what is committed or would be by the next `git add`; without git, what a clone would hold. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const listed = listByGit(folder) ?? walk(folder, folder);
  return listed.filter((path) => lstatSync(join(folder, path), { throwIfNoEntry: false })?.isFile());
}

function listByGit(folder: string): string[] | undefined {
  try {
    const listing = runGit(folder, ["ls-files", "-coz", "--exclude-standard", "--deduplicate"]);
    return listing.split("\0").filter((path) => path !== "");
  } catch {
    // Neither git nor a repository is needed: a downloaded archive is checked as well.
    return undefined;
  }
}

function walk(root: string, folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return foldersToSkip.has(entry.name) ? [] : walk(root, path);
    return entry.name.includes(".gen.") ? [] : [relative(root, path).split(sep).join("/")];
  });
}
