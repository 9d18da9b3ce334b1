import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Check } from "./check.ts";
import { runGit } from "./run-git.ts";

const commandLine = join(import.meta.dirname, "tidy.ts");

/** What became of one planted breach. */
export interface Trial {
  /** The files that were planted. */
  readonly planted: readonly string[];
  /** The one line that tidy printed about it. */
  readonly found: string | undefined;
  /** Why the trial failed, if it did. */
  readonly failure: string | undefined;
}

/** Breaks a check's rule in a copy of the repository, runs tidy against it, and takes the breach away again. */
export function tryBreach(check: Check, folder: string): Trial {
  const planted = Object.keys(check.breach);
  const taken = planted.find((path) => existsSync(join(folder, path)));
  if (taken !== undefined) return { planted, found: undefined, failure: `${taken} is there already` };
  try {
    plant(check, folder);
    return { planted, ...judge(check, planted, folder) };
  } finally {
    uproot(planted, folder);
  }
}

function plant(check: Check, folder: string): void {
  for (const [path, text] of Object.entries(check.breach)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  // With force, for a breach may be exactly that an ignored file is committed.
  runGit(folder, ["add", "--force", "--", ...Object.keys(check.breach)]);
}

function uproot(paths: readonly string[], folder: string): void {
  runGit(folder, ["rm", "--cached", "--force", "--quiet", "--ignore-unmatch", "--", ...paths]);
  for (const path of paths) rmSync(join(folder, path), { force: true });
}

function judge(check: Check, paths: readonly string[], folder: string): Pick<Trial, "found" | "failure"> {
  const words = [commandLine, "--root", folder, "--only", check.name];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  const isAboutIt = (line: string) =>
    line.endsWith(` [${check.name}]`) && paths.some((path) => line.startsWith(`${path}:`));
  const [found, ...more] = stdout.split("\n").filter(isAboutIt);
  if (found === undefined) return { found, failure: `tidy found nothing ${stderr}`.trim() };
  if (more.length > 0) return { found, failure: `tidy found ${more.length + 1} places instead of one` };
  if (!/ Mend: \S+/.test(found)) return { found, failure: "the message has no mend" };
  return { found, failure: status === 1 ? undefined : `tidy ended with ${status}` };
}
