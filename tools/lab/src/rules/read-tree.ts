import { execFileSync } from "node:child_process";
import { globSync, lstatSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Tree } from "./rules.ts";

const outputBytesMax = 64 * 1024 * 1024;

/** Reads the repository in a folder: what is committed, or would be by the next `git add`. */
export function readTree(folder: string): Tree {
  const root = resolve(folder);
  const isFile = (path: string) => lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
  const paths = (listByGit(root) ?? listAll(root)).filter(isFile).sort();
  return { root, paths, text: (path) => readFileSync(join(root, path), "utf8") };
}

/** Runs git in a folder and returns what it prints. A hook's own variables would point it to another repository. */
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

/** A downloaded archive is checked without git, and holds no generated file. */
function listAll(root: string): string[] {
  const ignored = /(^|\/)(node_modules|dist|coverage|\.turbo|\.git|\.tmp)(\/|$)|\.gen\./;
  return globSync("{**,.*/**}", { cwd: root, exclude: (path) => ignored.test(path) });
}
