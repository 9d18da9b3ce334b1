import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { breaches } from "./breaches.ts";
import { readTree, runGit } from "./read-tree.ts";
import { rules } from "./rules.ts";

const usage = `Breaks every rule in a scratch copy of this repository, and shows that each breach is found.

  pnpm check:tidy [--help]

Exit codes: 0 every breach found, 1 one was not, 2 used wrongly.`;

/** A rule that was found broken, and where. */
interface Found {
  readonly name: string;
  readonly path: string;
}

const words = process.argv.slice(2);
if (words.length === 0) process.exitCode = await checkPlanted();
else {
  console.log(usage);
  process.exitCode = words.every((word) => word === "--help") ? 0 : 2;
}

async function checkPlanted(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "planted-"));
  try {
    plant(folder);
    const found = [...findByOurRules(folder), ...findByBiome(folder), ...findByDependencyCruiser(folder)];
    const missed = breaches.filter(
      ({ name, path }) => !found.some((each) => each.name === name && each.path === path),
    );
    const unplanted = (await namesOfRules()).filter(
      (name) => !breaches.some((breach) => breach.name === name),
    );
    const width = Math.max(...breaches.map(({ name }) => name.length));
    for (const breach of breaches) {
      console.log(
        `${breach.name.padEnd(width)} | ${missed.includes(breach) ? "NOT FOUND" : "found"} in ${breach.path}`,
      );
    }
    for (const name of unplanted) console.log(`${name} has no breach in tools/lab/src/rules/breaches.ts`);
    console.log(`${breaches.length - missed.length} of ${breaches.length} found`);
    return missed.length + unplanted.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies what a clone would hold, makes it a repository, and adds every breach. */
function plant(folder: string): void {
  const { root, paths } = readTree(".");
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
  }
  for (const { path, text } of breaches) {
    if (paths.includes(path)) throw new Error(`${path} is there already; plant the breach elsewhere.`);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  runGit(folder, ["init", "--quiet"]);
  // With force, for a breach may be exactly that an ignored file is committed.
  runGit(folder, ["add", "--force", "--", ...breaches.map(({ path }) => path)]);
}

function findByOurRules(folder: string): Found[] {
  const tree = readTree(folder);
  return rules.flatMap(({ name, find }) => [...find(tree)].map(({ path }) => ({ name, path })));
}

function findByDependencyCruiser(folder: string): Found[] {
  const judged = breaches.flatMap(({ path }) => (/\.ts$/.test(path) ? [path] : []));
  const told = JSON.parse(run(folder, "depcruise", ["--output-type", "json", ...judged])) as {
    summary: { violations: { rule: { name: string }; from: string }[] };
  };
  return told.summary.violations.map(({ rule, from }) => ({ name: rule.name, path: from }));
}

/** A plugin is told by its file, for Biome signs what all of them find with the same word. */
function findByBiome(folder: string): Found[] {
  const words = ["lint", "--reporter=github", "--max-diagnostics=none"];
  const told = run(folder, "biome", [
    ...words,
    ...breaches.flatMap(({ path }) => (/\.ts$/.test(path) ? [path] : [])),
  ]);
  return Array.from(told.matchAll(/title=([^,]+),file=([^,]+),/g), ([, title = "", file = ""]) => ({
    name: title.split("/").at(-1) ?? "",
    path: file.slice(file.startsWith(folder) ? folder.length + 1 : 0),
  }));
}

function run(folder: string, program: string, args: readonly string[]): string {
  const path = resolve("node_modules/.bin", program);
  const { stdout, stderr } = spawnSync(path, args, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (stdout === "") throw new Error(`${program} told nothing: ${stderr}`);
  return stdout;
}

/** The walls and our own rules; Biome's are planted by choice. */
async function namesOfRules(): Promise<string[]> {
  const { default: config } = (await import(resolve(".dependency-cruiser.mjs"))) as {
    default: { forbidden: { name: string }[] };
  };
  return [...config.forbidden, ...rules].map(({ name }) => name);
}
