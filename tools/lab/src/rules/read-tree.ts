import { execFileSync } from "node:child_process";
import { copyFileSync, globSync, lstatSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Tree } from "./rules.ts";

const outputBytesMax = 64 * 1024 * 1024;

/** Reads the repository in a folder: committed files, and those that `git add` would add. */
export function readTree(folder: string): Tree {
  const root = resolve(folder);
  const isFile = (path: string) => lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
  const paths = (listByGit(root) ?? listAll(root)).filter(isFile).sort();
  return { root, paths, text: (path) => readFileSync(join(root, path), "utf8") };
}

/** Copies the files of a tree into a folder. */
export function copyTree({ root, paths }: Tree, folder: string): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
  }
}

/** Runs git in a folder and returns its output. The variables of a git hook would point it to another repository. */
export function runGit(folder: string, words: readonly string[]): string {
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return execFileSync("git", words, {
    cwd: folder,
    encoding: "utf8",
    env: Object.fromEntries(environment),
    maxBuffer: outputBytesMax,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

function listByGit(root: string): string[] | undefined {
  try {
    const listing = runGit(root, ["ls-files", "-coz", "--exclude-standard", "--deduplicate"]);
    return listing.split("\0").filter((path) => path !== "");
  } catch {
    return undefined;
  }
}

/** For a downloaded archive without git, which holds no generated file. */
function listAll(root: string): string[] {
  const ignored = /(^|\/)(node_modules|dist|coverage|\.turbo|\.git|\.tmp)(\/|$)|\.gen\./;
  return globSync("{**,.*/**}", { cwd: root, exclude: (path) => ignored.test(path) });
}
