import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findStrangers } from "./find-strangers.ts";
import type { PackedPackage } from "./pack-packages.ts";
import { runProgram } from "./run-program.ts";

/** Makes an empty project and installs the packages and others from the registry with plain npm, as any user would. */
export async function installPackages(
  project: string,
  npmrc: string,
  packages: readonly PackedPackage[],
  others: Readonly<Record<string, string>>,
): Promise<void> {
  await mkdir(project);
  await writeFile(
    join(project, "package.json"),
    JSON.stringify({ name: "somebody", private: true, type: "module" }),
  );
  await copyFile(npmrc, join(project, ".npmrc"));
  const ours = packages.map(({ name, version }) => `${name}@${version}`);
  const theirs = Object.entries(others).map(([name, range]) => `${name}@${range}`);
  await runProgram(
    "npm",
    ["install", "--no-audit", "--no-fund", "--no-update-notifier", ...ours, ...theirs],
    {
      folder: project,
    },
  );
  await judgeTree(project, packages);
}

/** Nothing but what is known to may come along with the packages. */
async function judgeTree(project: string, packages: readonly PackedPackage[]): Promise<void> {
  const lockfile = JSON.parse(await readFile(join(project, "package-lock.json"), "utf8"));
  const names = packages.map(({ name }) => name);
  const strangers = findStrangers(lockfile.packages, names);
  if (strangers.length > 0) throw new Error(`With the packages came ${strangers.join(", ")}.`);
}
